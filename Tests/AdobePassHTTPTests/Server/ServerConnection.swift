import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The bytes of one request as a server saw them.
struct ReceivedRequest: Sendable {
    var requestLine: String
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// The server's end of a connection.
final class ServerConnection: @unchecked Sendable {
    private let socket: Int32
    private weak var server: LoopbackServer?
    private let lock = NSLock()
    private var isOpen = true
    private var unread: [UInt8] = []

    init(socket: Int32, server: LoopbackServer) {
        self.socket = socket
        self.server = server
    }

    /// Reads the next request, or `nil` if the client said no more.
    func readRequest() -> ReceivedRequest? {
        guard let head = readHead() else { return nil }
        var lines = head.components(separatedBy: "\r\n")
        var request = ReceivedRequest(requestLine: lines.removeFirst(), fields: [], body: [])
        for line in lines where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            request.fields.append((String(parts[0]), value))
        }
        if let length = request.values("Content-Length").first.flatMap({ Int($0) }) {
            while unread.count < length { guard receive() else { return nil } }
            request.body = Array(unread.prefix(length))
            unread.removeFirst(length)
        }
        server?.note(request)
        return request
    }

    /// Sends text, and says whether the client took it.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        var on: Int32 = 1
        unsafe setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(4))
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { buffer in
                unsafe systemSend(socket, buffer, flags)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// A whole answer; the connection may be used again.
    @discardableResult
    func answer(_ status: String, _ fields: [String] = [], _ body: String = "") -> Bool {
        server?.noteAnswer()
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)"]
        return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Waits until the client closes its end.
    func waitForClientToClose() {
        while receive() { unread.removeAll() }
    }

    /// Reads whatever comes next, without understanding it; empty if nothing does.
    func readSome() -> [UInt8] {
        if unread.isEmpty { _ = receive() }
        defer { unread.removeAll() }
        return unread
    }

    /// Waits until so many requests wait for the server's answer at once.
    func waitForOthers(_ count: Int) { server?.waitUntilRunning(count) }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Makes a blocked read or write of another thread end.
    func interrupt() {
        lock.withLock {
            if isOpen { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func close() {
        lock.withLock {
            if isOpen { _ = systemClose(socket) }
            isOpen = false
        }
    }

    private func readHead() -> String? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = Data(unread).range(of: Data(end)) {
                let head = String(decoding: unread[..<range.lowerBound], as: UTF8.self)
                unread.removeFirst(range.upperBound)
                return head
            }
            guard receive() else { return nil }
        }
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
        }
        if count <= 0 { return false }
        unread.append(contentsOf: buffer[..<count])
        return true
    }
}

// The methods of the same names hide the functions.
private func systemClose(_ socket: Int32) -> Int32 { close(socket) }

private func systemSend(_ socket: Int32, _ buffer: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
    unsafe send(socket, buffer.baseAddress, buffer.count, flags)
}
