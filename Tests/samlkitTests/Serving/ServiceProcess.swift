import Foundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
/// A `samlkit serve` on a port of its own, and sockets to it.
struct ServiceProcess: Sendable {
    let background: BackgroundProcess
    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    init(_ arguments: [String], port wanted: Int = 0, environment: [String: String] = [:])
        async throws
    {
        background = try Samlkit.background(
            ["serve", "--port", "\(wanted)"] + arguments, environment: environment)
        do {
            let text = try await background.waitForOutput("http://[^ ]*:([1-9][0-9]*)/")
            port = try XCTUnwrap(Int(text))
        } catch {
            let errors = background.errors
            background.stop()
            guard errors.contains("--traits Sandbox") else { throw error }
            throw XCTSkip("samlkit was built without the trait Sandbox.")
        }
    }

    struct Reply {
        let status: Int
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        func json() throws -> JSONTree { try JSONTree(parsing: body) }
    }

    /// Sends a request on a connection of its own.
    func send(
        _ method: String, _ path: String, _ body: [UInt8] = [], type: String = "application/json",
        _ fields: [String: String] = [:]
    ) throws -> Reply {
        var all = ["Host": "127.0.0.1:\(port)", "Content-Type": type]
        all["Content-Length"] = "\(body.count)"
        all.merge(fields) { $1 }
        var text = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\n"
        for (name, value) in all { text += "\(name): \(value)\r\n" }
        return try reply(to: Array((text + "\r\n").utf8) + body)
    }

    /// Sends bytes as they are, and reads to the end.
    func reply(to bytes: [UInt8]) throws -> Reply {
        let connection = try open()
        defer { connection.close() }
        // The server may have answered and left.
        try? connection.send(bytes)
        let received = try connection.readToEnd(endsAtReset: true)
        let end = try XCTUnwrap(received.firstRange(of: Array("\r\n\r\n".utf8)))
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] =
                parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        var body = Array(received[end.upperBound...])
        if fields["transfer-encoding"] == "chunked" { body = try Self.joined(body[...]) }
        return Reply(
            status: try XCTUnwrap(Int(lines[0].split(separator: " ")[1])), fields: fields,
            body: body)
    }

    private static func joined(_ chunks: ArraySlice<UInt8>) throws -> [UInt8] {
        var rest = chunks
        var bytes: [UInt8] = []
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            let count = try XCTUnwrap(Int(digits, radix: 16))
            bytes += rest[end.upperBound...].prefix(count)
            if count == 0 { return bytes }
            rest = rest[end.upperBound...].dropFirst(count + 2)
        }
        throw CocoaError(.fileReadCorruptFile)
    }

    /// A connection on which nothing was sent.
    func open() throws -> LoopbackSocket { try LoopbackSocket(port: port) }

    /// The body of a request to judge a message.
    static func verification(
        of message: [UInt8], _ members: [String: Any] = [:]
    ) throws -> [UInt8] {
        var object = members
        object["message"] = Data(message).base64EncodedString()
        return [UInt8](try JSONSerialization.data(withJSONObject: object))
    }

    /// The body of a form, in the media type that ``formType`` names.
    static func form(_ fields: [(name: String, file: String?, content: [UInt8])]) -> [UInt8] {
        fields.flatMap { field in
            let file = field.file.map { "; filename=\"\($0)\"" } ?? ""
            return Array(
                "--frontier\r\nContent-Disposition: form-data; name=\"\(field.name)\"\(file)\r\n\r\n"
                    .utf8) + field.content + Array("\r\n".utf8)
        } + Array("--frontier--\r\n".utf8)
    }

    static let formType = "multipart/form-data; boundary=frontier"
}

extension XCTestCase {
    /// A server that lasts as long as the test.
    func service(_ arguments: [String] = []) async throws -> ServiceProcess {
        let service = try await ServiceProcess(arguments)
        addTeardownBlock { service.background.stop() }
        return service
    }
}
