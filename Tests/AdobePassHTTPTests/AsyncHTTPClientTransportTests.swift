#if AsyncHTTPClient
import AdobePass
import AdobePassHTTP
import Foundation
import HTTPTypes
import NIOSSL
import XCTest

/// The same, and what only this transport can do, over async-http-client.
final class AsyncHTTPClientTransportTests: TransportCompatibilityTests {
    private var transports: [AsyncHTTPClientTransport] = []

    override var addedFields: Set<String> { ["host"] }
    override var endsTheProcessOnUnusualFields: Bool { false }
    override var codesForGarbage: Set<Pass.TransportError.Code> { [.invalidResponse] }

    private func makeTransport(
        _ configuration: AsyncHTTPClientTransport.Configuration
    ) -> AsyncHTTPClientTransport {
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        transports.append(transport)
        return transport
    }

    override func makeTransport(_ limits: Limits = Limits()) throws -> any Pass.Transport {
        makeTransport(
            AsyncHTTPClientTransport.Configuration(
                responseLimit: limits.response, connectionsPerHost: limits.connections))
    }

    override func tearDown() async throws {
        for transport in transports { try await transport.shutdown() }
        transports = []
        try await super.tearDown()
    }

    private func makeTransport(trusting server: TLSServer) throws -> AsyncHTTPClientTransport {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(server.certificate.utf8)))
        return makeTransport(AsyncHTTPClientTransport.Configuration(tls: tls))
    }

    func testAStatusThatIsNoneOfHTTPsIsNoAnswer() async throws {
        for status in ["000", "001", "099"] {
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\n{}")
            }
            try await assertFails(
                try request(server.url()), over: try makeTransport(), .invalidResponse,
                mayHaveReachedServer: true)
        }
    }

    func testAnAnchorOfTheCallersIsTrusted() async throws {
        let server = try TLSServer(.valid)
        for host in ["localhost", "127.0.0.1"] {
            let response = try await makeTransport(trusting: server).send(
                try request("https://\(host):\(server.port)/"))
            XCTAssertEqual(response.head.status.code, 200)
        }
    }

    func testACertificateOfAnotherHostIsRefused() async throws {
        let server = try TLSServer(.otherHost)
        for host in ["localhost", "127.0.0.1"] {
            try await assertFails(
                try request("https://\(host):\(server.port)/"),
                over: try makeTransport(trusting: server), .secureConnectionFailed,
                mayHaveReachedServer: false)
        }
    }

    func testAnExpiredCertificateIsRefusedEvenIfItIsTheAnchor() async throws {
        let server = try TLSServer(.expired)
        try await assertFails(
            try request("https://localhost:\(server.port)/"),
            over: try makeTransport(trusting: server), .secureConnectionFailed,
            mayHaveReachedServer: false)
    }

    func testPlainRequestsGoThroughTheProxysTunnel() async throws {
        let proxy = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK", [], "proxied") }
        }
        let transport = makeTransport(
            AsyncHTTPClientTransport.Configuration(
                proxy: ProxyServer(host: "127.0.0.1", port: proxy.port)))
        let response = try await transport.send(try request("http://localhost:9/a%2Fb?c"))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "proxied")
        XCTAssertEqual(
            proxy.requests.map(\.requestLine),
            ["CONNECT localhost:9 HTTP/1.1", "GET /a%2Fb?c HTTP/1.1"])
    }

    func testSecureRequestsAskTheProxyForATunnel() async throws {
        let proxy = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("403 Forbidden") }
        }
        let transport = makeTransport(
            AsyncHTTPClientTransport.Configuration(
                proxy: ProxyServer(host: "127.0.0.1", port: proxy.port)))
        var fields = HTTPFields()
        fields[.authorization] = "Bearer secret"
        try await assertFails(
            try request("https://sp.auth.example/api", fields: fields), over: transport,
            .cannotConnect, mayHaveReachedServer: false)
        let received = try XCTUnwrap(proxy.requests.first)
        XCTAssertEqual(received.requestLine, "CONNECT sp.auth.example:443 HTTP/1.1")
        XCTAssertEqual(received.values("Authorization"), [])
    }

    func testACompressedBodyIsGivenBackAsItCame() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.answer("200 OK", ["Content-Encoding: gzip"], "not unpacked")
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "not unpacked")
        XCTAssertEqual(server.requests.first?.values("Accept-Encoding"), [])
    }

    func testNothingIsSentAfterTheShutdown() async throws {
        let transport = AsyncHTTPClientTransport()
        try await transport.shutdown()
        try await assertFails(
            try request("http://127.0.0.1:9/"), over: transport, .cannotConnect,
            mayHaveReachedServer: false)
    }
}
#endif
