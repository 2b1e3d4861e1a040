extension CapturedRecord: CustomStringConvertible, CustomReflectable {
    /// The place and the size of the entry; never its content.
    public var description: String { "CapturedRecord(\(index), \(byteCount) bytes)" }
    /// Nothing: a mirror, which is what `dump` prints, would show the entry.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
