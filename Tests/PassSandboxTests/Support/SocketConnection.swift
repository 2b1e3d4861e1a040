#if Sandbox
import AdobePass
import Foundation
import HTTPTypes

#if canImport(Glibc)
import Glibc
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
import Darwin
private let streamSocket = SOCK_STREAM
#endif

/// Speaks HTTP/1.1 over a socket of its own, one connection for each request.
struct SocketConnection: Sendable {
    struct Lost: Error {}

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
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw Lost() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Lost() }
        try write(bytes, to: descriptor)
        return try response(try readAll(descriptor))
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            rest = rest.dropFirst(count)
        }
    }

    private func readAll(_ descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard count >= 0 else { throw Lost() }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private func response(_ bytes: [UInt8]) throws -> Pass.Response {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Lost() }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ")
        guard status.count >= 2, let code = Int(status[1]) else { throw Lost() }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"),
                let name = HTTPField.Name(String(line[..<colon]))
            else { throw Lost() }
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
