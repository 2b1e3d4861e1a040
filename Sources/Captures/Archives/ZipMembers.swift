internal import SAMLBindings

/// The members of a zip whose formats join them, read in any order.
struct ZipMembers {
    /// The names, sorted by the numbers in them.
    let names: [String]

    /// Returns the content of a member, at most `limit` bytes of it.
    ///
    /// - Throws: A ``CaptureError`` when there is no such member, or it is damaged or encrypted.
    func content(of name: String, limit: Int) throws(CaptureError) -> [UInt8] {
        throw CaptureError(.invalidArchive)
    }
}
