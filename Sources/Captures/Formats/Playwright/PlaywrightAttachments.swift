/// The bodies beside a HAR or trace of Playwright.
struct PlaywrightAttachments {
    private let members: ZipMembers
    private let limit: Int

    init(_ members: ZipMembers, _ context: CaptureContext) {
        self.members = members
        limit = context.limit
    }

    /// Returns the body with a name, which is never taken for a path outside of the archive.
    ///
    /// - Throws: A ``CaptureError`` when the member is damaged or encrypted.
    func body(named name: String) throws(CaptureError) -> HTTPBody {
        // Older versions wrote the hash alone.
        guard let found = [name, "resources/\(name)"].first(where: { members.contains($0) }) else {
            return HTTPBody(state: .dropped("not in the archive"))
        }
        let content = try members.content(of: found, limit: limit)
        return HTTPBody(content.bytes, state: content.isWhole ? nil : .tooLarge)
    }
}
