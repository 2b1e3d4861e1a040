import AdobePass
import AdobePassHTTP
import Foundation
import HTTPTypes
import XCTest

/// What every transport does, run here over `URLSession` and by subclasses over others.
class TransportCompatibilityTests: XCTestCase {
    /// Limits as a test wants them.
    struct Limits {
        var response = 1 << 20
        var connections = 4
    }

    private var servers: [LoopbackServer] = []

    /// The transport under test.
    func makeTransport(_ limits: Limits = Limits()) throws -> any Pass.Transport {
        URLSessionTransport(
            configuration: URLSessionTransport.Configuration(
                responseLimit: limits.response, connectionsPerHost: limits.connections))
    }

    /// The fields that this transport adds by itself, in lower case.
    var addedFields: Set<String> {
        ["host", "accept", "accept-encoding", "accept-language", "connection", "user-agent"]
    }

    /// What an answer that is not HTTP may be called.
    var codesForGarbage: Set<Pass.TransportError.Code> { [.invalidResponse, .connectionLost] }

    /// Whether header fields that break off, and trailers, end the whole process.
    var endsTheProcessOnUnusualFields: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    /// Whether it is known how much of a redirect's body has come.
    var seesBodiesOfRedirects: Bool { !endsTheProcessOnUnusualFields }

    /// Whether a host may be an IPv6 address.
    var takesIPv6Addresses: Bool { !endsTheProcessOnUnusualFields }

    override func tearDown() async throws {
        for server in servers { server.stop() }
        servers = []
    }

    func makeServer(
        family: LoopbackServer.Family = .ipv4,
        _ script: @escaping @Sendable (ServerConnection) -> Void
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(family: family, script)
        servers.append(server)
        return server
    }

    func request(
        _ url: String, method: HTTPRequest.Method = .get, fields: HTTPFields = [:],
        body: String = "", timeout: Duration = .seconds(300)
    ) throws -> Pass.Request {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let scheme = try XCTUnwrap(parts.first).dropLast()
        let path = parts.count > 3 ? "/" + parts[3] : "/"
        return Pass.Request(
            head: HTTPRequest(
                method: method, scheme: String(scheme), authority: String(parts[2]), path: path,
                headerFields: fields),
            body: Array(body.utf8), timeout: timeout)
    }

    func assertFails(
        _ request: Pass.Request, over transport: any Pass.Transport,
        _ code: Pass.TransportError.Code, mayHaveReachedServer: Bool,
        file: StaticString = #filePath, line: UInt = #line
    ) async throws {
        let error = try await failure(of: request, over: transport, file: file, line: line)
        XCTAssertEqual(
            error, Pass.TransportError(code, mayHaveReachedServer: mayHaveReachedServer),
            "\(error), reached: \(error.mayHaveReachedServer)", file: file, line: line)
    }
}

/// Sends a request that must fail.
func failure(
    of request: Pass.Request, over transport: any Pass.Transport,
    file: StaticString = #filePath, line: UInt = #line
) async throws -> Pass.TransportError {
    do throws(Pass.TransportError) {
        let response = try await transport.send(request)
        XCTFail(
            "answered with \(response.head.status), \(response.body.count) bytes", file: file,
            line: line)
    } catch {
        XCTAssertEqual(
            error.description, "transport: \(error.code.rawValue)", file: file, line: line)
        return error
    }
    throw XCTSkip("there was no failure to look at")
}
