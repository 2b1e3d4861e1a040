internal import XMLCore
internal import XMLSecurity

extension VerificationFailure {
    /// Nothing signs an assertion in a signed response: one issuer's signature does not cover what another one states.
    static func absent(fromAssertion element: XML.Element) -> VerificationFailure {
        .absent(
            from: element,
            "An assertion is not signed; the response is, by another issuer than the assertion names"
        )
    }

    /// Nothing signs a response, and not all of its assertions are signed.
    ///
    /// - Parameters:
    ///   - carried: The response, which is not signed.
    ///   - signed: Its assertions with a signature.
    ///   - assertions: All of its assertions.
    /// - Returns: The failure.
    static func absent(
        from carried: SAML.CarriedMessage, signed: [XML.Element], of assertions: [XML.Element]
    ) -> VerificationFailure {
        if let unsigned = assertions.first(where: { !signed.contains($0) }), !signed.isEmpty {
            return .absent(
                from: unsigned,
                "An assertion is not signed, nor is the response; another assertion is")
        }
        var lack =
            switch assertions.count {
            case 0: "The response is not signed"
            case 1: "Neither the response nor its assertion is signed"
            default: "Neither the response nor any of its assertions is signed"
            }
        if carried.artifactResponse?.firstChild(named: .signature) != nil {
            lack += "; only the ArtifactResponse around it is, which does not count,"
        } else if let stray = carried.element.firstSignatureInside {
            return .absent(
                from: stray, lack + " by a Signature of its own; one stands in another place,")
        }
        return .absent(from: carried.element, lack)
    }
}

extension XML.Element {
    /// The first signature inside the element, at any depth.
    fileprivate var firstSignatureInside: XML.Element? {
        var pending = Array(childElements)
        while let element = pending.popLast() {
            if element.isNamed(.signature) { return element }
            pending += element.childElements
        }
        return nil
    }
}
