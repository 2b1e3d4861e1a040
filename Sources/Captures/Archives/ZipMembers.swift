internal import WireText

/// The members of a zip whose formats join them, read in any order.
struct ZipMembers {
    /// The names of files, sorted by the numbers in them.
    let names: [String]
    /// The members that are never read, and why.
    let refused: [(name: String, error: CaptureError)]
    /// The error with which the archive ends, if it is cut off.
    let failure: CaptureError?
    /// The file, for limits on what comes out of its members.
    let unpacking: ZipUnpacking
    private let entries: [String: ZipDirectory.Entry]

    /// Checks the members of a directory.
    ///
    /// - Throws: A ``CaptureError`` when two of them share bytes, as in bombs.
    init(
        _ directory: ZipDirectory, unpacking: ZipUnpacking, failure: CaptureError? = nil
    ) throws(CaptureError) {
        try Self.checkOverlaps(directory)
        var entries: [String: ZipDirectory.Entry] = [:]
        var folded: Set<String> = []
        var refused: [(name: String, error: CaptureError)] = []
        for entry in directory.entries where !entry.isFolder {
            let reason =
                if !Self.isPlain(entry.name) {
                    "its name leads out of the archive"
                } else if !folded.insert(entry.name.lowercased()).inserted {
                    "another member has its name"
                } else {
                    String?.none
                }
            if let reason {
                refused.append((entry.name, CaptureError(.invalidArchive, detail: reason)))
            } else {
                entries[entry.name] = entry
            }
        }
        self.entries = entries
        self.refused = refused
        self.failure = failure
        self.unpacking = unpacking
        names = entries.keys.sorted { $0.isNumbered(before: $1) }
    }

    private static func checkOverlaps(_ directory: ZipDirectory) throws(CaptureError) {
        let entries = directory.entries.sorted { $0.offset < $1.offset }
        for (number, entry) in entries.enumerated() {
            let bound =
                number + 1 < entries.count ? entries[number + 1].offset : directory.offset
            let count = 30 + entry.rawName.count
            guard entry.offset >= 0, entry.packedCount >= 0, bound - entry.offset >= count,
                bound - entry.offset - count >= entry.packedCount
            else {
                throw CaptureError(
                    .invalidArchive, at: entry.offset, detail: "it overlaps another member")
            }
        }
    }

    /// Returns whether a name stays in the archive on every system.
    private static func isPlain(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: ":") }
            && !parts.contains { $0.isEmpty || $0.elementsEqual("..".utf8) }
    }

    /// Returns whether there is a member.
    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Returns the content of a member as a stream.
    ///
    /// - Throws: A ``CaptureError`` when there is no such member, or it is damaged or encrypted.
    func source(of name: String) throws(CaptureError) -> any ByteSource {
        guard let entry = entries[name] else { throw CaptureError(.invalidArchive) }
        return try ZipMemberSource(entry, in: unpacking)
    }

    /// The beginning of a member, or all of it.
    struct Content {
        let bytes: [UInt8]
        let isWhole: Bool
    }

    /// Returns the content of a member, at most `limit` bytes of it.
    ///
    /// - Throws: A ``CaptureError`` when there is no such member, or it is damaged or encrypted.
    func content(of name: String, limit: Int) throws(CaptureError) -> Content {
        let source = try source(of: name)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            if try source.read(upTo: ZipMemberSource.blockSize, into: &bytes) == 0 {
                return Content(bytes: bytes, isWhole: true)
            }
        }
        return Content(bytes: Array(bytes.prefix(limit)), isWhole: false)
    }
}

extension String {
    /// Returns whether the name comes first when the numbers in names are compared as numbers.
    func isNumbered(before other: String) -> Bool {
        var (one, two) = (utf8[...], other.utf8[...])
        while let left = one.first, let right = two.first {
            if left.isDigit, right.isDigit {
                let (first, second) = (Self.digits(of: &one), Self.digits(of: &two))
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                if left != right { return left < right }
                one.removeFirst()
                two.removeFirst()
            }
        }
        if one.isEmpty != two.isEmpty { return one.isEmpty }
        return utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Takes the digits at the beginning, without leading zeros.
    private static func digits(of text: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = text.prefix { $0.isDigit }
        text = text[digits.endIndex...]
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
