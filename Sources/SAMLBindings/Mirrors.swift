// `dump` and debuggers' summaries look into values through their mirrors, whatever their
// descriptions say.

extension CapturedMessage: CustomReflectable {
    /// Nothing: a mirror would show the message.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MessageEnvelope: CustomReflectable {
    /// Nothing: a mirror would show the message.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
