import AdobePass
import AdobePassHTTP
import Foundation
import HTTPTypes
import XCTest

/// What only `URLSession` does.
final class URLSessionTransportTests: XCTestCase {
    private func get(_ url: String, body: [UInt8] = []) -> Pass.Request {
        let authority = String(url.dropFirst("http://".count).prefix { $0 != "/" })
        return Pass.Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/"),
            body: body, timeout: .seconds(300))
    }

    func testABodyIsMeasuredUnpacked() async throws {
        let packer = Process()
        let input = Pipe()
        let output = Pipe()
        packer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        packer.arguments = ["gzip", "-9"]
        packer.standardInput = input
        packer.standardOutput = output
        try packer.run()
        // One write: gzip reads all of it before a packed megabyte fills the other pipe.
        input.fileHandleForWriting.write(Data(count: 8 << 20))
        try input.fileHandleForWriting.close()
        let packed = Array(output.fileHandleForReading.readDataToEndOfFile())
        packer.waitUntilExit()
        XCTAssertLessThan(packed.count, 1 << 20)

        let server = try LoopbackServer { connection in
            _ = connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n"
                    + "\r\n")
            connection.send(packed)
            connection.waitForClientToClose()
        }
        defer { server.stop() }
        let transport = URLSessionTransport(
            configuration: URLSessionTransport.Configuration(responseLimit: 1 << 20))
        do {
            _ = try await transport.send(get(server.url()))
            XCTFail("eight megabytes were taken")
        } catch {
            XCTAssertEqual(error.code, .responseTooLarge)
        }
        XCTAssertEqual(server.requests.first?.values("Accept-Encoding"), ["identity"])
    }

    func testAGETWithABodyIsRefused() async throws {
        do {
            _ = try await URLSessionTransport().send(get("http://127.0.0.1:9", body: [1]))
            XCTFail("it was sent")
        } catch {
            XCTAssertEqual(error, Pass.TransportError(.invalidURL, mayHaveReachedServer: false))
        }
    }

    #if os(Linux)
    func testOnLinuxTheEnvironmentNamesAProxy() async throws {
        let proxy = try LoopbackServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK", [], "proxied") }
        }
        defer { proxy.stop() }
        _ = unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
        defer { _ = unsafe unsetenv("http_proxy") }
        let response = try await URLSessionTransport().send(get("http://localhost:9/"))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "proxied")
        XCTAssertEqual(proxy.requests.map(\.requestLine), ["GET http://localhost:9/ HTTP/1.1"])
    }
    #endif
}
