public import ProfileProcessing

extension ProfileRecord {
    /// Appends the record to `output` as a line of NDJSON, the way a batch writes it.
    ///
    /// The packages that measure and fuzz the whole way of a message end with it.
    @_spi(Fuzzing) @_spi(Measurement)
    public func appendLine(to output: inout [UInt8]) {
        RecordFormat.ndjson.append(self, to: &output)
    }
}
