#if Sandbox
/// The routes by which tests control a sandbox, which answer this computer only.
enum ControlRoutes {
    private static let paths = [
        "/sandbox/log", "/sandbox/faults", "/sandbox/clock", "/sandbox/reset",
    ]

    /// Returns the reason to refuse a request for a path from an address, or `nil`.
    static func refusal(_ path: String, from address: String) -> Refusal? {
        guard paths.contains(where: { isSame($0, path) }), !isLoopback(address) else { return nil }
        return Refusal(
            403, "forbidden", "notThisComputer",
            "Log, faults, clock and reset answer the computer of the sandbox only.")
    }

    static func isLoopback(_ address: String) -> Bool {
        isSame(address, "::1") || address.hasPrefix("127.")
            || address.lowercased().hasPrefix("::ffff:127.")
    }
}
#endif
