extension EncodedPayload: CustomReflectable {
    /// Nothing: a mirror, which is what `dump` prints, would show the message.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
