/// The log of a container as Kubernetes keeps it, in the format of CRI, without what stands before each line.
///
/// A line is `2026-01-15T12:00:00.000000000Z stdout F text`; `P` marks a part that continues in the next line of the
/// same stream. A joined line replaces its first part, and the others become empty, so that each line keeps its number.
final class ContainerLogSource: ByteSource {
    private struct Row {
        var bytes: [UInt8]
        var isComplete: Bool
    }

    private var lines: TextLines
    private let input: any ByteSource
    private let limit: Int
    /// The rows that were not given yet; those before ``first`` were.
    private var rows: [Row] = []
    private var first = 0
    private var heldCount = 0
    /// The rows that are not complete, by the stream they were written to.
    private var begun: [ArraySlice<UInt8>: Int] = [:]
    private var failure: CaptureError?
    private var hasEnded = false
    private static let longestLine = 64 << 10
    private static let mostRows = 4096

    init(_ reader: consuming ByteReader, limit: Int) {
        input = reader.source
        lines = TextLines(reader, limit: Self.longestLine)
        self.limit = limit
    }

    /// Returns whether the first lines of a file are those of such a log.
    static func isBeginning(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.first.map({ (0x30...0x39).contains($0) }) == true else { return false }
        let first = head.prefix(4 * longestLine).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
            .prefix(3)
        return first.allSatisfy { Part($0) != nil }
    }

    var fileByteCount: Int { input.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let start = bytes.count
        while true {
            give(upTo: start + count, into: &bytes)
            guard bytes.count == start else { return bytes.count - start }
            if hasEnded {
                if let failure { throw failure }
                return 0
            }
            do throws(CaptureError) {
                if let line = try lines.next() { take(line) } else { end() }
            } catch {
                failure = error
                end()
            }
        }
    }

    private func end() {
        hasEnded = true
        completeAll()
    }

    private func completeAll() {
        for index in begun.values { complete(index) }
        begun = [:]
    }

    private func complete(_ index: Int) {
        rows[index].bytes.append(UInt8(ascii: "\n"))
        rows[index].isComplete = true
    }

    /// Gives the rows before the first that is not complete.
    private func give(upTo end: Int, into bytes: inout [UInt8]) {
        while first < rows.count, rows[first].isComplete, bytes.count < end {
            bytes += rows[first].bytes
            heldCount -= rows[first].bytes.count
            rows[first].bytes = []
            first += 1
        }
        if first == rows.count {
            rows.removeAll(keepingCapacity: true)
            first = 0
            heldCount = 0
        } else if first > Self.mostRows {
            rows.removeFirst(first)
            begun = begun.mapValues { $0 - first }
            first = 0
        }
    }

    private func take(_ line: ArraySlice<UInt8>) {
        guard let part = Part(line.withoutLineEnd) else {
            heldCount += line.count
            return rows.append(Row(bytes: Array(line), isComplete: true))
        }
        heldCount += part.text.count + 1
        if let index = begun[part.stream] {
            rows[index].bytes += part.text
            rows.append(Row(bytes: [UInt8(ascii: "\n")], isComplete: true))
            if !part.isPartial {
                // The line feeds of its parts follow.
                complete(index)
                begun[part.stream] = nil
            }
        } else {
            rows.append(Row(bytes: Array(part.text), isComplete: false))
            if part.isPartial {
                begun[part.stream] = rows.count - 1
            } else {
                complete(rows.count - 1)
            }
        }
        if heldCount > limit || rows.count - first > Self.mostRows { completeAll() }
    }
}

extension ContainerLogSource {
    /// A line of the log.
    private struct Part {
        let stream: ArraySlice<UInt8>
        let isPartial: Bool
        let text: ArraySlice<UInt8>

        init?(_ line: ArraySlice<UInt8>) {
            let longestTime = 40
            guard let first = line.first, (0x30...0x39).contains(first),
                let space = line.prefix(longestTime).firstIndex(of: 0x20),
                line[..<space].contains(UInt8(ascii: "T"))
            else { return nil }
            let rest = line[(space + 1)...]
            guard let stream = ["stdout ", "stderr "].first(where: { rest.starts(with: $0.utf8) })
            else { return nil }
            let tag = rest.dropFirst(stream.utf8.count)
            guard let kind = tag.first, kind == UInt8(ascii: "P") || kind == UInt8(ascii: "F")
            else { return nil }
            // Further tags may follow a colon; a line without text may lack the space.
            let end = tag.prefix(64).firstIndex(of: 0x20) ?? tag.endIndex
            guard tag.index(after: tag.startIndex) == end || tag.dropFirst().first == 0x3A else {
                return nil
            }
            self.stream = rest.prefix(stream.utf8.count)
            isPartial = kind == UInt8(ascii: "P")
            text = tag[end...].dropFirst()
        }
    }
}
