internal import SAMLBindings

/// The bodies beside a HAR or trace of Playwright.
final class PlaywrightAttachments {
    private let members: ZipMembers
    /// The errors of bodies since they were last taken.
    private var failures: [CaptureError] = []

    init(_ members: ZipMembers) {
        self.members = members
    }

    /// Returns the content of a body, at most `limit` bytes of it; `nil` if there is none.
    ///
    /// The name is that of a member, and never a path outside of the archive.
    func content(of name: String, limit: Int) -> [UInt8]? {
        // Older versions wrote the hash alone.
        guard let found = [name, "resources/\(name)"].first(where: { members.contains($0) }) else {
            return nil
        }
        do throws(CaptureError) {
            return try members.content(of: found, limit: limit).bytes
        } catch {
            failures.append(error)
            return nil
        }
    }

    /// Returns the errors of the bodies of an exchange, which were given with it.
    func takeFailures(of source: MessageSource) -> [CaptureStep] {
        defer { failures = [] }
        return failures.map { .failure($0, at: source) }
    }
}
