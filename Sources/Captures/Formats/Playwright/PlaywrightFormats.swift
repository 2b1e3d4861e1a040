internal import WireText

extension CaptureFormat {
    /// The file is a HAR of Playwright in a zip, with its bodies beside it.
    package static let playwrightHAR = CaptureFormat(
        "playwright-har", "an HTTP archive of Playwright with attachments",
        .members(
            isContainer: { archiveName(in: $0) != nil },
            open: { members, context in
                PlaywrightArchive(members, archiveName(in: members.names) ?? "", context)
            }))

    /// The file is a trace of Playwright.
    package static let playwrightTrace = CaptureFormat(
        "playwright-trace", "a trace of Playwright",
        .members(
            isContainer: { names in names.contains { isNetworkTrace($0) } },
            open: { members, context in
                PlaywrightTrace(members, members.names.filter { isNetworkTrace($0) }, context)
            }))

    /// The name of the HAR: `har.har`, or the only one beside files named by their hashes.
    private static func archiveName(in names: [String]) -> String? {
        if names.contains("har.har") { return "har.har" }
        let archives = names.filter { $0.hasSuffix(".har") }
        guard archives.count == 1, names.count > 1,
            names.allSatisfy({ $0.hasSuffix(".har") || isHashed($0) })
        else { return nil }
        return archives[0]
    }

    private static func isHashed(_ name: String) -> Bool {
        let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return stem.count >= 32 && stem.allSatisfy { Hexadecimal.value($0) != nil }
    }

    /// Returns whether a name is `trace.network`, or one with a number before it.
    private static func isNetworkTrace(_ name: String) -> Bool {
        guard name.hasSuffix("trace.network") else { return false }
        let prefix = name.utf8.dropLast("trace.network".utf8.count)
        return prefix.isEmpty
            || prefix.last == UInt8(ascii: "-") && prefix.dropLast().allSatisfy(\.isDigit)
    }
}
