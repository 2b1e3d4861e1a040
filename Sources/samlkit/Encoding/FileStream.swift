import Captures
import PayloadCoding
import SystemPackage

extension EncodingWork {
    // A block stays in the second-level cache until it is encoded and written.
    private static let blockSize = 256 << 10

    /// Encodes one file of any size block by block, and writes all but the last block.
    func lines(ofStream path: FilePath) throws(CommandFailure) -> EncodedLines {
        var lines = EncodedLines()
        var hasWritten = false
        let file = path.string
        do {
            let blocks = try FileBlocks(path)
            lines.openedCount = 1
            var stream = PayloadStream(normalization: encoder.normalization, kernel: encoder.kernel)
            var block: [UInt8] = []
            line.appendStart(of: file, to: &lines.bytes)
            while try blocks.read(upTo: Self.blockSize, into: &block) > 0 {
                stream.append(block, into: &lines.bytes)
                block.removeAll(keepingCapacity: true)
                guard lines.bytes.count >= Self.blockSize else { continue }
                try Console.write(lines.bytes)
                hasWritten = true
                lines.bytes.removeAll(keepingCapacity: true)
            }
            if stream.finish(into: &lines.bytes) {
                lines.notes.append("\(file): \(Self.repairNote)")
            }
            line.appendEnd(to: &lines.bytes)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            guard hasWritten else {
                lines.bytes.removeAll()
                fail(error, of: file, in: &lines)
                return lines
            }
            lines.hasFailure = true
            lines.notes += [
                "\(file): \(error)", "\(file): The line contains only part of the payload.",
            ]
            line.appendEnd(error: "\(error)", to: &lines.bytes)
        }
        return lines
    }
}
