/// The limits on decompressing captures and archives.
///
/// Unpacking is streamed and holds one block, so that these limits bound time, not memory.
public struct DecompressionLimits: Hashable, Sendable {
    /// The largest number of unpacked bytes per byte of the file, over all layers; 500 by default.
    ///
    /// Messages compress to a third or a tenth; what unfolds a thousand times is a bomb.
    public var expansionRatio: Int
    /// The number of unpacked bytes that the ratio does not count; 64 MiB by default.
    public var freeByteCount: Int
    /// The largest number of members of one archive: a million unless given.
    public var memberCount: Int
    /// The largest number of nested archives; 2 by default.
    public var archiveDepth: Int
    /// The largest number of nested compressions of one file; 4 by default.
    public var compressionDepth: Int

    /// Creates limits; what is not given is as in ``standard``.
    public init(
        expansionRatio: Int = 500, freeByteCount: Int = 64 << 20, memberCount: Int = 1_000_000,
        archiveDepth: Int = 2, compressionDepth: Int = 4
    ) {
        self.expansionRatio = expansionRatio
        self.freeByteCount = freeByteCount
        self.memberCount = memberCount
        self.archiveDepth = archiveDepth
        self.compressionDepth = compressionDepth
    }

    /// The limits for captures of messages.
    public static let standard = DecompressionLimits()

    /// Throws when more came out than a file of this size may give.
    func check(byteCount: Int, fileByteCount: Int) throws(CaptureError) {
        guard byteCount > freeByteCount else { return }
        let (bound, isHuge) = max(1, fileByteCount)
            .multipliedReportingOverflow(by: expansionRatio)
        guard isHuge || byteCount <= bound else { throw CaptureError(.expansionLimit) }
    }
}
