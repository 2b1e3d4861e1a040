internal import SAMLBindings

/// Entries of a container that hold no message, counted in blocks of a thousand.
public struct EntriesWithoutMessage: Hashable, Sendable {
    /// The number of entries in a block.
    public static let blockSize = 1000

    /// The number of entries in the block without a message.
    public internal(set) var count = 0
    /// The number of these that are damaged.
    public internal(set) var damagedCount = 0
}

/// The blocks that are being counted, those of an archive below those of its members.
///
/// A block is identified by the number of its first entry in its own file, so that it is the same
/// however an input is divided.
struct SkippedEntryBlocks {
    private struct Block {
        let file: String
        let number: Int
        let hasLines: Bool
        var entries = EntriesWithoutMessage()
    }

    /// A block that is complete.
    struct Finished {
        let source: MessageSource
        let entries: EntriesWithoutMessage
    }

    private var open: [Block] = []
    private var finished: [Finished] = []

    /// Counts an entry.
    mutating func count(_ source: MessageSource, isDamaged: Bool) {
        reach(source)
        let file = source.file ?? ""
        if open.last.map({ $0.file != file }) ?? true {
            open.append(
                Block(file: file, number: source.blockNumber ?? 0, hasLines: source.line != nil))
        }
        open[open.count - 1].entries.count += 1
        if isDamaged { open[open.count - 1].entries.damagedCount += 1 }
    }

    /// Finishes the blocks that a later entry of the input shows to be complete.
    mutating func reach(_ source: MessageSource) {
        let file = source.file ?? ""
        while let last = open.last {
            if last.file == file {
                guard let number = source.blockNumber, number != last.number else { return }
            } else if file.utf8.starts(with: "\(last.file)/".utf8) {
                return
            }
            finishLast()
        }
    }

    /// Finishes all blocks, at the end of a file.
    mutating func finishAll() {
        while !open.isEmpty { finishLast() }
    }

    /// Takes a block that is complete, those first that were completed first.
    mutating func next() -> Finished? { finished.isEmpty ? nil : finished.removeFirst() }

    private mutating func finishLast() {
        let block = open.removeLast()
        let first = block.number * EntriesWithoutMessage.blockSize
        let source = MessageSource(
            file: block.file, entry: block.hasLines ? nil : first,
            line: block.hasLines ? first + 1 : nil)
        finished.append(Finished(source: source, entries: block.entries))
    }
}

extension MessageSource {
    /// The block that an entry or line is counted in.
    fileprivate var blockNumber: Int? {
        (entry ?? line.map { $0 - 1 }).map { $0 / EntriesWithoutMessage.blockSize }
    }
}
