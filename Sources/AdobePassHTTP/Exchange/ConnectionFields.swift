internal import HTTPTypes

/// The header fields that describe a connection or a message's framing, which are the transport's.
enum ConnectionFields {
    /// Returns whether a transport writes this field itself.
    ///
    /// - Parameter name: The field's name.
    /// - Returns: Whether the caller's field of that name is ignored.
    static func contains(_ name: HTTPField.Name) -> Bool {
        names.contains(name.canonicalName)
    }

    private static let names: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "expect", "te",
        "trailer", "upgrade", "proxy-connection", "proxy-authorization",
    ]
}
