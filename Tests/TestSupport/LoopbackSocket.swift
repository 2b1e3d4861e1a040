import Foundation

#if canImport(Glibc)
import Glibc
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
import Darwin
private let streamSocket = SOCK_STREAM
#endif

/// A connection to a port of this computer, on which bytes are sent as they are.
public struct LoopbackSocket: Sendable {
    /// The connection failed or ended.
    public struct Lost: Error {
        /// Creates the error.
        public init() {}
    }

    private let descriptor: Int32

    /// Connects.
    public init(port: Int) throws {
        descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw Lost() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close()
            throw Lost()
        }
    }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns everything that is received until the other side closes.
    ///
    /// - Parameter endsAtReset: Whether a connection that is broken off ends, too.
    /// - Returns: The bytes.
    /// - Throws: ``Lost`` if the connection is broken off.
    public func readToEnd(endsAtReset: Bool = false) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard count >= 0 || endsAtReset else { throw Lost() }
            if count <= 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Closes the connection.
    public func close() { _ = Foundation.close(descriptor) }

    /// Breaks the connection off, so that the other side is not told that it was closed.
    public func reset() {
        var leaving = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &leaving, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
