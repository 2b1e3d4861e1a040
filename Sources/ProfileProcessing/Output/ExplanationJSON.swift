internal import PayloadCoding
package import SignatureDiagnostics
package import WireText
internal import XMLCore
internal import XMLSecurity

extension JSONValue {
    /// Returns the object with the member `explanations` added, and `decryption` where there is something to say.
    package func adding(
        _ explanations: [SignatureExplanation], decryption: String? = nil
    ) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members + [("explanations", .array(explanations.map(\.json)))]
                + (decryption.map { [("decryption", .string($0))] } ?? []))
    }

    fileprivate static func base64(_ bytes: [UInt8]?) -> JSONValue {
        bytes.map { .plain(Base64.encoding($0)) } ?? .null
    }

    /// Canonical bytes, which are UTF-8.
    fileprivate static func text(_ bytes: [UInt8]?) -> JSONValue {
        bytes.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
    }
}

extension SignatureExplanation {
    /// The explanation with the bytes that were signed and received.
    package var json: JSONValue {
        .object([
            ("element", .string(elementName.localName)), ("line", .integer(position.line)),
            ("column", .integer(position.column)),
            ("verdict", .string(isUnreadable ? "unreadable" : failure?.code.rawValue ?? "valid")),
            ("likelyCause", .string(orNull: likelyCause?.cause)),
            ("undoing", .string(orNull: likelyCause?.undoing)),
            ("proved", likelyCause.map { .boolean($0.isProved) } ?? .null),
            ("explanation", .string(orNull: sentence)),
            ("advice", .string(orNull: likelyCause?.advice)),
            ("observations", .strings(observations.map(\.rawValue))),
            ("tests", .integer(testCount)), ("signedInfo", signedInfo?.json ?? .null),
            ("reference", referenceJSON), ("queryString", query?.json ?? .null),
        ])
    }

    private var referenceJSON: JSONValue {
        guard let reference, let content = signedInfo?.content.reference else { return .null }
        return .object(
            [
                ("valid", .boolean(reference.isValid)), ("uri", .string(content.uri)),
                ("digestMethod", .string(content.digestMethod.rawValue)),
                ("canonicalization", .string(content.canonicalizationMethod.algorithmIdentifier)),
                ("declaredDigest", .base64(reference.declaredDigest)),
                ("computedDigest", .base64(reference.computedDigest)),
            ]
                + Self.evidence(
                    reference.cause, reference.furtherCause, reference.bytes,
                    reference.originalBytes))
    }

    /// Returns the members that both parts of a signature have.
    ///
    /// `bytes` and `originalBytes` also have the names of the first release until the next one.
    fileprivate static func evidence(
        _ cause: Finding?, _ furtherCause: Finding?, _ bytes: [UInt8]?, _ originalBytes: [UInt8]?
    ) -> [(name: String, value: JSONValue)] {
        [
            ("cause", .string(orNull: cause?.cause)),
            ("undoing", .string(orNull: cause?.undoing)),
            ("furtherCause", .string(orNull: furtherCause?.cause)),
            ("furtherUndoing", .string(orNull: furtherCause?.undoing)), ("bytes", .text(bytes)),
            ("originalBytes", .text(originalBytes)), ("octets", .text(bytes)),
            ("originalOctets", .text(originalBytes)),
        ]
    }
}

extension SignatureExplanation.Query {
    fileprivate var json: JSONValue {
        .object([
            ("valid", .boolean(isValid)), ("signatureMethod", .string(orNull: algorithm)),
            ("keys", .array(keys.map(\.json))),
            ("cause", .string(orNull: cause?.cause)),
            ("undoing", .string(orNull: cause?.undoing)), ("bytes", .text(bytes)),
            ("originalBytes", .text(originalBytes)),
        ])
    }
}

extension SignatureExplanation.SignedInfo {
    fileprivate var json: JSONValue {
        .object(
            [
                ("valid", .boolean(isValid)),
                ("signatureMethod", .string(content.signatureMethod.rawValue)),
                ("canonicalization", .string(content.canonicalizationMethod.algorithmIdentifier)),
                ("keys", .array(keys.map(\.json))),
            ] + SignatureExplanation.evidence(cause, furtherCause, bytes, originalBytes))
    }
}

extension SignatureExplanation.KeyTrial {
    fileprivate var json: JSONValue {
        .object(
            [
                ("keySHA256", .string(key.keySHA256)), ("kind", .string("\(key.kind)")),
                ("origin", .string(origin.rawValue)), ("outcome", .string(outcome.rawValue)),
            ] + key.jsonNames)
    }
}
