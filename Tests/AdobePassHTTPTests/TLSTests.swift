import AdobePass
import AdobePassHTTP
import Foundation
import HTTPTypes
import XCTest

extension TransportCompatibilityTests {
    private func tlsRequest(_ server: TLSServer, host: String = "localhost") throws -> Pass.Request
    {
        try request("https://\(host):\(server.port)/")
    }

    func testACertificateOfAnUnknownIssuerIsRefused() async throws {
        let server = try TLSServer(.valid)
        try await assertFails(
            try tlsRequest(server), over: try makeTransport(), .secureConnectionFailed,
            mayHaveReachedServer: false)
    }

    func testAnExpiredCertificateIsRefused() async throws {
        let server = try TLSServer(.expired)
        try await assertFails(
            try tlsRequest(server), over: try makeTransport(), .secureConnectionFailed,
            mayHaveReachedServer: false)
    }

    func testAServerThatSpeaksNoTLSIsRefused() async throws {
        let server = try makeServer { connection in
            _ = connection.readSome()
            connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClientToClose()
        }
        try await assertFails(
            try request("https://localhost:\(server.port)/"), over: try makeTransport(),
            .secureConnectionFailed, mayHaveReachedServer: false)
    }
}
