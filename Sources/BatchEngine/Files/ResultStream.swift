internal import SystemPackage

/// Results on standard output or in a pipe, which cannot be taken back.
package struct ResultStream: ResultSink, ~Copyable {
    private let descriptor: FileDescriptor
    private var pending: [UInt8] = []

    private static let blockSize = 1 << 20

    /// Opens the stream.
    ///
    /// - Parameter location: Where the results go.
    /// - Throws: A `ResultFileError` when it cannot be opened.
    package init(_ location: ResultLocation) throws(ResultFileError) {
        do {
            descriptor =
                location.name == "-"
                ? .standardOutput : try FileDescriptor.open(location.final, .writeOnly)
        } catch {
            throw ResultFileError(.notOpened(location.name), location)
        }
    }

    package mutating func write(_ results: BatchResults) throws(BatchError) {
        guard case .bytes(let bytes) = results else { return }
        pending += bytes
        if pending.count >= Self.blockSize { try flush() }
    }

    /// Writes everything that is left.
    package mutating func flush() throws(BatchError) {
        do {
            try descriptor.writeAll(pending)
            pending.removeAll(keepingCapacity: true)
        } catch {
            let number = error as? Errno
            throw BatchError(
                number == .brokenPipe ? .outputClosed : .outputFailed,
                systemError: number == .brokenPipe ? nil : number?.rawValue)
        }
    }
}
