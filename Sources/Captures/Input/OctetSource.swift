internal import SystemPackage

/// Where the octets of a capture come from: a file, or what is unpacked out of another source.
protocol OctetSource: AnyObject {
    /// The number of octets that were read of the file below all unpacking.
    var fileOctetCount: Int { get }

    /// Appends what comes next, at most `count` octets.
    ///
    /// - Returns: The number of octets, 0 at the end.
    /// - Throws: A ``CaptureError`` when nothing more can be read; what came before was delivered.
    func read(upTo count: Int, into octets: inout [UInt8]) throws(CaptureError) -> Int
}

/// A file, or standard input.
final class FileSource: OctetSource {
    private(set) var fileOctetCount = 0
    private let blocks: FileBlocks

    init(_ path: FilePath) throws(CaptureError) {
        blocks = try FileBlocks(path)
    }

    func read(upTo count: Int, into octets: inout [UInt8]) throws(CaptureError) -> Int {
        let readCount = try blocks.read(upTo: count, into: &octets)
        fileOctetCount += readCount
        return readCount
    }
}
