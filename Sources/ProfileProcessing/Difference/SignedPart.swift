internal import XMLCore
internal import XMLSecurity

/// An element that carries a signature in one message or in both, and what that covers.
package struct SignedPart: Hashable, Sendable {
    /// The local name of the element.
    package let name: String
    /// The number of bytes that are digested in the first message, `nil` if it has no such signature.
    package let countBefore: Int?
    /// The number of bytes that are digested in the second message, `nil` if it has no such signature.
    package let countAfter: Int?
    /// A Boolean value that indicates whether the bytes in the first message have the digest that its signature states;
    /// `nil` if it has none.
    package let isIntactBefore: Bool?
    /// A Boolean value that indicates whether the bytes in the second message have the digest that its signature
    /// states; `nil` if it has none.
    package let isIntactAfter: Bool?
    /// The place where canonical bytes begin to differ; `nil` where all are the same.
    package let difference: DifferingPart?

    /// A Boolean value that indicates whether the same bytes are signed in both messages.
    package var isSame: Bool { countBefore != nil && countAfter != nil && difference == nil }

    /// The number of bytes that are shown on each side of a difference.
    private static let contextCount = 40

    /// Returns the signed parts of two messages, the n-th one of a kind beside the n-th.
    static func parts(of first: SignatureOutline, and second: SignatureOutline) -> [SignedPart] {
        SignatureSummary.SignedElement.allCases.flatMap { kind in
            let one = first.signatures.filter { $0.signedElement == kind }.prefix(mostParts)
            let other = second.signatures.filter { $0.signedElement == kind }.prefix(mostParts)
            return (0..<max(one.count, other.count)).map { index in
                SignedPart(
                    index < one.count ? one[index] : nil, index < other.count ? other[index] : nil)
            }
        }
    }

    /// The largest number of signed parts of a kind that are compared.
    private static let mostParts = 16

    private init(_ before: SignatureOutline.Enveloped?, _ after: SignatureOutline.Enveloped?) {
        name = (before ?? after)?.parent.name.localName ?? ""
        let (digested, otherDigested) = (before?.digested, after?.digested)
        let (one, other) = (digested?.bytes, otherDigested?.bytes)
        isIntactBefore = digested?.isIntact
        isIntactAfter = otherDigested?.isIntact
        countBefore = one?.count
        countAfter = other?.count
        difference = one.flatMap { one in
            other.flatMap {
                DifferingPart(one, $0, before: Self.contextCount, after: Self.contextCount)
            }
        }
    }
}

extension SignatureOutline.Enveloped {
    /// The bytes that the signature digests, and whether their digest is the one it states; `nil` where it cannot be
    /// read.
    fileprivate var digested: (bytes: [UInt8], isIntact: Bool)? {
        guard let content = try? Signature(signature) else { return nil }
        let reference = content.signedInfo.reference
        let form = try? parent.linearCanonicalForm(
            using: reference.canonicalizationMethod.withoutComments, excluding: signature)
        return form.map {
            ($0.bytes, reference.digestMethod.digest(of: $0.bytes) == reference.digestValue)
        }
    }
}
