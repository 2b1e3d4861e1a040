/// An HTTP proxy without authentication.
public struct ProxyServer: Sendable, Hashable {
    /// The proxy's host.
    public var host: String
    /// The proxy's port.
    public var port: Int

    /// Names a proxy.
    ///
    /// - Parameters:
    ///   - host: The proxy's host.
    ///   - port: The proxy's port.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
