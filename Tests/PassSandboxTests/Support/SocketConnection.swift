#if Sandbox
import AdobePass
import Foundation
import HTTPTypes
import TestSupport

/// Speaks HTTP/1.1 over a socket of its own, one connection for each request.
struct SocketConnection: Sendable {
    let port: Int

    func send(_ request: Pass.Request) async throws -> Pass.Response {
        var text = "\(request.head.method.rawValue) \(request.head.path ?? "/") HTTP/1.1\r\n"
        text += "host: \(request.head.authority ?? "127.0.0.1:\(port)")\r\nconnection: close\r\n"
        for field in request.head.headerFields { text += "\(field.name): \(field.value)\r\n" }
        text += "content-length: \(request.body.count)\r\n\r\n"
        return try await send(bytes: Array(text.utf8) + request.body)
    }

    /// Sends a request as it stands, which has to close the connection.
    func send(bytes: [UInt8]) async throws -> Pass.Response {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try exchange(bytes) })
            }
        }
    }

    private func exchange(_ bytes: [UInt8]) throws -> Pass.Response {
        let connection = try LoopbackSocket(port: port)
        defer { connection.close() }
        try connection.send(bytes)
        return try response(try connection.readToEnd())
    }

    private func response(_ bytes: [UInt8]) throws -> Pass.Response {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw LoopbackSocket.Lost()
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ")
        guard status.count >= 2, let code = Int(status[1]) else { throw LoopbackSocket.Lost() }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"),
                let name = HTTPField.Name(String(line[..<colon]))
            else { throw LoopbackSocket.Lost() }
            fields.append(
                HTTPField(
                    name: name,
                    value: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
        }
        return Pass.Response(
            head: HTTPResponse(status: HTTPResponse.Status(code: code), headerFields: fields),
            body: Array(bytes[end.upperBound...]))
    }
}
#endif
