// What was signed is somebody's and what a private key holds is nobody else's: neither may end up in
// a log by way of an interpolation or of `dump`.

extension VerifiedElement: CustomReflectable {
    /// Nothing: a mirror would show what was signed.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SigningKey: CustomReflectable {
    /// Nothing: a mirror would show the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension XMLDSig.SignedInfo: CustomStringConvertible, CustomReflectable {
    /// The methods; never what is referred to.
    package var description: String { "SignedInfo(\(signatureMethod.rawValue))" }
    /// Nothing: a mirror would show the identifier and the digest.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension XMLDSig.Reference: CustomStringConvertible, CustomReflectable {
    /// The digest's method; neither the digest nor what it is of.
    package var description: String { "Reference(\(digestMethod.rawValue))" }
    /// Nothing: a mirror would show the identifier and the digest.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension DecryptionKey: CustomReflectable {
    /// Nothing: a mirror would show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Decryptor: CustomStringConvertible, CustomReflectable {
    /// The kind of the value; nothing of its keys.
    public var description: String { "Decryptor" }
    /// Nothing: a mirror would lead to the keys.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Decryptor.Plaintext: CustomReflectable {
    /// Nothing: a mirror would show what was encrypted.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
