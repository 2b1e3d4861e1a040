import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A TCP server on this host that does with each connection whatever a test tells it to.
final class LoopbackServer: @unchecked Sendable {
    struct Failure: Error {}

    enum Family { case ipv4, ipv6 }

    let port: Int
    private let listener: Int32
    private let script: @Sendable (ServerConnection) -> Void
    private let condition = NSCondition()
    private var received: [ReceivedRequest] = []
    private var open: [ObjectIdentifier: ServerConnection] = [:]
    private var accepted = 0
    private var running = 0
    private var mostRunning = 0
    private var stopped = false

    init(
        family: Family = .ipv4, _ script: @escaping @Sendable (ServerConnection) -> Void
    ) throws {
        self.script = script
        (listener, port) = try Self.listen(family)
        Thread.detachNewThread { [self] in acceptConnections() }
    }

    /// The requests read so far, in the order in which they were read.
    var requests: [ReceivedRequest] { condition.withLock { received } }
    /// How many connections were made so far.
    var connectionCount: Int { condition.withLock { accepted } }
    /// How many requests waited for an answer at once at most.
    var mostAtOnce: Int { condition.withLock { mostRunning } }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Waits until so many requests wait for an answer at once, or for as long as a hopeless test may take.
    func waitUntilRunning(_ count: Int) {
        condition.withLock {
            while mostRunning < count, condition.wait(until: Date(timeIntervalSinceNow: 300)) {}
        }
    }

    /// Waits until so many requests were read, or for as long as a hopeless test may take.
    ///
    /// The thread is left to others: where there is one processor, the request needs it.
    func waitForRequests(_ count: Int) async throws {
        for _ in 0..<15_000 where requests.count < count {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Ends all connections and takes no more.
    func stop() {
        let connections: [ServerConnection] = condition.withLock {
            if stopped { return [] }
            stopped = true
            return Array(open.values)
        }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for connection in connections { connection.interrupt() }
    }

    func note(_ request: ReceivedRequest) {
        condition.withLock {
            received.append(request)
            running += 1
            mostRunning = max(mostRunning, running)
            condition.broadcast()
        }
    }

    func noteAnswer() {
        condition.withLock { running -= 1 }
    }

    private func acceptConnections() {
        while true {
            let socket = accept(listener, nil, nil)
            if socket < 0 { return }
            let connection = ServerConnection(socket: socket, server: self)
            let serve = condition.withLock { () -> Bool in
                if stopped { return false }
                open[ObjectIdentifier(connection)] = connection
                accepted += 1
                return true
            }
            guard serve else {
                connection.close()
                return
            }
            Thread.detachNewThread { [self] in
                script(connection)
                condition.withLock { open[ObjectIdentifier(connection)] = nil }
                connection.close()
            }
        }
    }

    /// A port on which nobody listens.
    static func refusedPort() throws -> Int {
        let (socket, port) = try listen(.ipv4)
        close(socket)
        return port
    }

    private static func listen(_ family: Family) throws -> (socket: Int32, port: Int) {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let listener = socket(family == .ipv4 ? AF_INET : AF_INET6, stream, 0)
        guard listener >= 0 else { throw Failure() }
        var port = 0
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            port = try bind(listener, to: &address) { Int($0.sin_port.bigEndian) }
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            port = try bind(listener, to: &address) { Int($0.sin6_port.bigEndian) }
        }
        guard systemListen(listener, 64) == 0 else { throw Failure() }
        return (listener, port)
    }

    private static func bind<Address>(
        _ listener: Int32, to address: inout Address, port: (Address) -> Int
    ) throws -> Int {
        var length = socklen_t(MemoryLayout<Address>.size)
        let outcome = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let bound = unsafe systemBind(listener, pointer, length)
                return unsafe bound == 0 && getsockname(listener, pointer, &length) == 0
            }
        }
        guard outcome else { throw Failure() }
        return port(address)
    }
}

// The methods of the same names hide the functions.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }

private func systemBind(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    unsafe bind(socket, address, length)
}
