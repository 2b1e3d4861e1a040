import Captures
import PayloadCoding
import SystemPackage

/// Encodes one file of any size, block by block, straight to standard output.
struct FileStream {
    private let path: FilePath
    private let work: EncodingWork
    /// The diagnostics about the file.
    private(set) var notes: [String] = []
    private(set) var hasFailure = false
    private(set) var isOpened = false

    // A block stays in the second-level cache until it is encoded and written.
    private static let blockSize = 256 << 10

    init(_ path: FilePath, work: EncodingWork) {
        self.path = path
        self.work = work
    }

    mutating func run() throws(CommandFailure) {
        var output: [UInt8] = []
        var hasWritten = false
        let file = path.string
        do {
            let blocks = try FileBlocks(path)
            isOpened = true
            var stream = PayloadStream(
                normalization: work.encoder.normalization, kernel: work.encoder.kernel)
            var block: [UInt8] = []
            work.line.appendStart(of: file, to: &output)
            while try blocks.read(upTo: Self.blockSize, into: &block) > 0 {
                stream.append(block, into: &output)
                block.removeAll(keepingCapacity: true)
                guard output.count >= Self.blockSize else { continue }
                try Console.write(output)
                hasWritten = true
                output.removeAll(keepingCapacity: true)
            }
            if stream.finish(into: &output) { notes.append("\(file): \(EncodingWork.repairNote)") }
            work.line.appendEnd(to: &output)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            hasFailure = true
            notes.append("\(file): \(error)")
            if hasWritten {
                notes.append("\(file): The line contains only part of the payload.")
                work.line.appendEnd(error: "\(error)", to: &output)
            } else {
                output.removeAll()
                work.line.appendFailure("\(error)", of: file, to: &output)
            }
        }
        try Console.write(output)
    }
}
