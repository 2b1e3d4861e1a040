extension SAML {
    /// Something that the receiver can change so that a message is accepted, with its value.
    ///
    /// It names no option: the program that shows it knows which of its options or settings that is.
    package enum Remedy: Hashable, Sendable {
        /// Grant this many seconds between the clocks.
        case clockSkew(seconds: Int64)
        /// Judge the message by the time it was received at, which is not before this one.
        case timeOfReceipt(notBefore: Instant)
        /// Take this for the receiver's own name, if it is one.
        case audience(String)
        /// Take this for the receiver's own address, if it is one.
        case recipient(String)
        /// Expect the answer to this request, if it was sent.
        case request(String)
        /// Expect this issuer, if it is trusted.
        case issuer(String)
        /// Require attributes under these names, under which they were sent.
        case attributes([String])
        /// Get the metadata of this issuer.
        case metadata(issuer: String)
        /// Get the current metadata of the issuer.
        case currentMetadata

        /// A Boolean value that indicates whether its value is empty or white space, so that it cannot be followed.
        var isOfBlank: Bool {
            let values =
                switch self {
                case .audience(let value), .recipient(let value), .request(let value),
                    .issuer(let value), .metadata(issuer: let value):
                    [value]
                case .attributes(let names): names
                case .clockSkew, .timeOfReceipt, .currentMetadata: [String]()
                }
            return values.contains { Discrepancy.blankness(of: $0) != nil }
        }
    }
}
