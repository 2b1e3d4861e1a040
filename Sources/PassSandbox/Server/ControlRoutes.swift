internal import WireText

/// The routes that tests use to control a sandbox; they answer this computer only.
enum ControlRoutes {
    private static let names = ["log", "faults", "clock", "reset"]

    /// The control route that a path leads to, such as `clock`; `nil` if it leads to none.
    ///
    /// The router ignores empty parts of a path.
    static func name(_ path: String) -> String? {
        let parts = path.split(separator: "/").map {
            String(decoding: PercentEscape.undone(in: Array($0.utf8)[...]), as: UTF8.self)
        }
        guard parts.count >= 2, isSame(parts[0], "sandbox") else { return nil }
        return names.first { isSame($0, parts[1]) }
    }

    /// Returns the reason to refuse a request for a path, or `nil`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - address: Where the request comes from.
    ///   - local: The address at which it arrived: a computer may call itself by any of its own.
    /// - Returns: The reason, or `nil` if the request may proceed.
    static func refusal(_ path: String, from address: String, at local: String?) -> Refusal? {
        guard name(path) != nil, !isLoopback(address), !(local.map { isSame($0, address) } ?? false)
        else { return nil }
        return Refusal(
            403, "forbidden", "notThisComputer",
            "Log, faults, clock and reset answer the computer of the sandbox only.")
    }

    static func isLoopback(_ address: String) -> Bool {
        isSame(address, "::1") || address.hasPrefix("127.")
            || address.lowercased().hasPrefix("::ffff:127.")
    }
}
