/// The normalization of a message's white space before encoding.
public enum Normalization: String, Hashable, Sendable, CaseIterable {
    /// The normalization of Adobe Pass's published Apple SSO cookbook, byte for byte.
    ///
    /// Runs of spaces and tabs become one space, then newlines vanish, then both ends are trimmed.
    /// Where a message was signed with its line breaks, this breaks the signature.
    case cookbook
    /// Changes only bytes that no canonical form sees, so that every signature stays valid.
    case signatureSafe = "signature-safe"
    /// Leaves the message as it is.
    case none

    /// Appends the normalized form of well-formed UTF-8 to `output`.
    func append(_ utf8: [UInt8], to output: inout [UInt8]) {
        switch self {
        case .cookbook: CookbookNormalizer.append(utf8, to: &output)
        case .signatureSafe: SignatureSafeNormalizer.append(utf8, to: &output)
        case .none: output += utf8
        }
    }
}
