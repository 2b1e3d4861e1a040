internal import Crypto
internal import WireText

/// The text of a journal: a line for each checkpoint, each valid only as a whole.
///
/// A line is a digest, the length of the results that the checkpoint stands for, and the checkpoint.
/// The digest covers the line and the digest before, so that a line that is torn, changed or of
/// another journal ends the journal before it.
package struct RunJournal: Sendable {
    /// A checkpoint.
    package struct Entry: Sendable {
        /// The bytes of results that it stands for.
        package let resultLength: Int
        /// The saved checkpoint.
        package let checkpoint: [UInt8]
        /// The end of its line in the journal.
        package let end: Int
        fileprivate let digest: String
    }

    /// The checkpoints, oldest first.
    package private(set) var entries: [Entry] = []

    private static let start = "swift-saml results journal 1"

    /// An empty journal.
    package init() {}

    /// Reads a journal up to the first line that is not whole.
    ///
    /// - Parameter bytes: The journal.
    package init(reading bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard let entry = entry(in: rest[..<end], endingAt: end + 1) else { return }
            entries.append(entry)
            rest = rest[(end + 1)...]
        }
    }

    /// Adds a checkpoint.
    ///
    /// - Parameters:
    ///   - checkpoint: What the run saves; without line feeds.
    ///   - resultLength: The bytes of results that it stands for.
    /// - Returns: The line to append to the journal.
    package mutating func append(_ checkpoint: [UInt8], resultLength: Int) -> [UInt8] {
        let body = Array("\(resultLength) ".utf8) + checkpoint
        let digest = Self.digest(of: body[...], after: lastDigest)
        let line = Array((digest + " ").utf8) + body + [UInt8(ascii: "\n")]
        // What was written is not needed again, and there is one every few seconds.
        entries = [
            Entry(
                resultLength: resultLength, checkpoint: [], end: lastEnd + line.count,
                digest: digest)
        ]
        return line
    }

    /// Forgets the newest checkpoints, whose results are not there.
    ///
    /// - Parameter resultLength: The bytes of results that are there.
    package mutating func removeEntries(beyond resultLength: Int) {
        while let last = entries.last, last.resultLength > resultLength { entries.removeLast() }
    }

    /// The end of the last line.
    package var lastEnd: Int { entries.last?.end ?? 0 }

    private var lastDigest: String { entries.last?.digest ?? Self.start }

    private func entry(in line: ArraySlice<UInt8>, endingAt end: Int) -> Entry? {
        let space = UInt8(ascii: " ")
        let parts = line.split(separator: space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let length = Int(String(decoding: parts[1], as: UTF8.self)),
            length >= 0
        else { return nil }
        let body = line[parts[1].startIndex...]
        let digest = Self.digest(of: body, after: lastDigest)
        guard parts[0].elementsEqual(digest.utf8) else { return nil }
        return Entry(
            resultLength: length, checkpoint: Array(parts[2]), end: end, digest: digest)
    }

    private static func digest(of body: ArraySlice<UInt8>, after previous: String) -> String {
        var hash = SHA256()
        hash.update(data: Array(previous.utf8))
        hash.update(data: body)
        return Hexadecimal.text(hash.finalize())
    }
}
