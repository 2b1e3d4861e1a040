/// The limit for the size of results.
///
/// A few kilobytes of compressed nonsense can become millions of lines, each with a record.
package struct OutputLimit: Hashable, Sendable {
    /// The bytes of results for each byte of input: 32 unless given.
    ///
    /// A record of a message is smaller than the message, and that of a short broken line about
    /// twenty times as large as the line.
    package var ratio: Int
    /// The bytes of results that every input may give: 64 MiB unless given.
    package var freeByteCount: Int

    /// Creates a limit.
    package init(ratio: Int = 32, freeByteCount: Int = 64 << 20) {
        self.ratio = ratio
        self.freeByteCount = freeByteCount
    }

    /// Returns whether an input of a size may give so many bytes.
    func allows(_ byteCount: Int, inputByteCount: Int) -> Bool {
        let (share, isHuge) = max(0, inputByteCount).multipliedReportingOverflow(by: ratio)
        return isHuge || byteCount <= share +| freeByteCount
    }
}
