/// How far compressed captures and archives may unfold.
///
/// Unpacking is streamed and holds one block, so that these limits bound time, not memory.
public struct DecompressionLimits: Hashable, Sendable {
    /// How many bytes may come out for each byte of the file, all layers together: 500 unless
    /// given.
    ///
    /// Messages compress to a third or a tenth; what unfolds a thousand times is a bomb.
    public var expansionRatio: Int
    /// How many bytes may come out before the ratio counts: 64 MiB unless given.
    public var freeByteCount: Int
    /// The largest number of members of one archive: a million unless given.
    public var memberCount: Int
    /// How many archives may stand in one another: 2 unless given.
    public var archiveDepth: Int
    /// How many layers of compression may lie around one file: 4 unless given.
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
