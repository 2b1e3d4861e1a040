internal import WireText

/// A row of the log of a container, which holds a line or a part of one.
///
/// - Docker's own file: `{"log":"…","stream":"stdout","time":"…"}`; the last part of a line ends in a line feed.
/// - Agents of Kubernetes: `logtag`, or `_p`, is `P` for a part that others follow and `F` for the last.
/// - Docker's driver for Fluentd: `partial_message`, with `partial_id`, `partial_ordinal` and `partial_last` since 18.06.
/// - Docker's driver for journald: the same under `CONTAINER_PARTIAL_MESSAGE` and so on.
struct LogRow {
    let text: [UInt8]
    let time: String?
    /// The key that all parts of a line share.
    let key: String
    /// The number of the part, from 1, where it is told.
    let ordinal: Int?
    /// A Boolean value that indicates whether no further part belongs to the line.
    let isLast: Bool
    /// A Boolean value that indicates whether it is a line of its own if no part was seen before.
    var isWhole: Bool { isLast && (ordinal ?? 1) == 1 }

    private static let beginning = Array("{\"log\":\"".utf8)
    private static let longestBeginning = 16
    private static let marks: [StaticString] = ["\"partial_", "_PARTIAL_", "\"logtag\"", "\"_p\""]
    /// Marks stand before a long text or behind it.
    private static let searchedCount = 1024

    /// Returns whether a row begins as those of Docker do, also when another tool wrote them again with spaces, or has the
    /// mark of a part.
    static func mayBe(_ row: [UInt8]) -> Bool {
        if isOfDocker(row) { return true }
        let ends = [row.prefix(searchedCount), row.dropFirst(searchedCount).suffix(searchedCount)]
        return ends.contains { end in marks.contains { ByteText.contains($0, in: end) } }
    }

    private static func isOfDocker(_ row: [UInt8]) -> Bool {
        row.prefix(longestBeginning).lazy.filter { $0 != 0x20 }.starts(with: beginning)
    }

    init?(parsing bytes: [UInt8]) {
        guard let row = try? JSONLine(parsing: bytes),
            let text = ["log", "message", "MESSAGE"].lazy.compactMap({ row.stringBytes($0) }).first
        else { return nil }
        self.text = text
        time = row.string("time")
        // The members that name the writer of a line; another writer's line may stand between two parts.
        let writer = ["stream", "source", "container_id", "container_name", "CONTAINER_ID"]
            .map { row.string($0) ?? "" }.joined(separator: "\n")
        for isOfJournal in [false, true] {
            func value(_ name: String) -> String? {
                row.string(
                    isOfJournal ? "CONTAINER_PARTIAL_\(name.uppercased())" : "partial_\(name)")
            }
            guard let isPart = value("message") else { continue }
            ordinal = value("ordinal").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            key = value("id").map { "id " + $0 } ?? writer
            isLast = value("last").map { $0 == "true" } ?? (isPart != "true")
            return
        }
        key = writer
        ordinal = nil
        if let tag = row.string("logtag") ?? row.string("_p") {
            isLast = tag.first != "P"
        } else {
            let isSplit = Self.isOfDocker(bytes) && row.string("stream") != nil
            isLast = !isSplit || text.last == UInt8(ascii: "\n")
        }
    }
}
