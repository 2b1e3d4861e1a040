internal import CXMLShims

extension XML {
    /// The canonical form of an element that the linear engine wrote.
    ///
    /// Only this module makes one, so that neither received nor decrypted bytes reach the reader of canonical
    /// forms, ``Document/init(rereading:limits:)``.
    @safe package struct LinearForm: ~Copyable {
        private let start: UnsafeMutablePointer<UInt8>?
        /// The number of bytes.
        package let count: Int

        /// Takes over bytes that our canonicalization has just written.
        init(owning buffer: CXMLShims_buffer) {
            unsafe start = buffer.bytes
            unsafe count = buffer.count
        }

        deinit {
            var buffer = unsafe CXMLShims_buffer(bytes: start, count: count)
            unsafe CXMLShims_bufferFree(&buffer)
        }

        /// Runs `body` with the bytes, in UTF-8.
        package borrowing func withBytes<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
        }

        /// A copy of the bytes.
        package var bytes: [UInt8] {
            unsafe withBytes { bytes in unsafe Array(bytes) }
        }
    }
}
