/// The limits of what requests may cost.
package struct ServiceLimits: Hashable, Sendable {
    /// The largest body of a capture, in bytes.
    package var bodyByteCount = 256 << 20
    /// The largest body with one message, which is held in memory, in bytes.
    package var messageByteCount = 32 << 20
    /// The number of captures that are judged at once.
    package var captures = 4
    /// The number of single messages that are judged or wait for it.
    package var messages = 256
    /// The bytes of all bodies together that are held in memory.
    package var heldByteCount = 512 << 20
    /// The number of bodies that are received at once.
    package var uploads = 512
    /// The seconds that judging one request may take.
    package var seconds = 300.0
    /// The seconds after which a silent connection is closed.
    package var idleSeconds = 30
    /// The number of connections; further ones wait.
    package var connections = 8192
    /// The folder for large bodies, which have no name in it.
    package var temporaryFolder = "/tmp"

    /// A body is held in memory up to this size.
    static let bodyInMemory = 1 << 20
    /// The most that a body or a form with its fields takes in memory.
    static let bodyReserve = 4 << 20
    /// Bodies that come more slowly than this, after the first seconds, are refused.
    static let leastBytesPerSecond = 256 << 10
    static let patientSeconds = 20.0

    /// The usual limits.
    package init() {}
}
