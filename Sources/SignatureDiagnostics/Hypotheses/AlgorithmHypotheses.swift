internal import XMLCore
internal import XMLSecurity

/// The hypotheses about the names of algorithms in `SignedInfo`, which the signature covers.
struct AlgorithmHypotheses {
    let message: ReceivedMessage

    private static let signatures: [XMLDSig.SignatureMethod] = [
        .rsaSHA256, .rsaSHA1, .rsaSHA512, .rsaSHA384, .rsaPSSWithSHA256, .rsaPSSWithSHA384,
        .rsaPSSWithSHA512, .ecdsaSHA256, .ecdsaSHA384, .ecdsaSHA512,
    ]
    private static let digests: [XMLDSig.DigestMethod] = [.sha256, .sha1, .sha512, .sha384]
    private static let canonicalizations: [XML.CanonicalizationMethod] = [
        XML.CanonicalizationMethod(.exclusive), XML.CanonicalizationMethod(.canonicalXML10),
        XML.CanonicalizationMethod(.canonicalXML11),
    ]

    var trials: [HypothesisTrial] {
        let info = message.signature.signedInfo
        let method = info.signatureMethod
        let digest = info.reference.digestMethod
        var trials: [HypothesisTrial] = []
        for other in Self.signatures where other != method {
            trials.append(trial([(method.rawValue, other.rawValue)], other))
        }
        for other in Self.digests where other != digest {
            trials.append(trial([(digest.rawValue, other.rawValue)], method))
        }
        let pairs = zip(Self.signatures.prefix(4), Self.digests)
        for (signature, other) in pairs where signature != method && other != digest {
            trials.append(
                trial(
                    [(method.rawValue, signature.rawValue), (digest.rawValue, other.rawValue)],
                    signature))
        }
        return trials + canonicalizations
    }

    /// Either method alone and both of them, in the form that the other method gives `SignedInfo`.
    private var canonicalizations: [HypothesisTrial] {
        let named = message.methods.map(\.algorithmIdentifier)
        return Self.canonicalizations.flatMap { method in
            let identifier = method.algorithmIdentifier
            return [[0], [1], [0, 1]].compactMap { places -> HypothesisTrial? in
                guard places.allSatisfy({ named[$0] != identifier }) else { return nil }
                return HypothesisTrial(
                    hypothesis: .algorithmSwapped,
                    undoing: "another canonicalization named in SignedInfo"
                ) { [message] in
                    let form =
                        places.contains(0)
                        ? try? message.signature.signedInfoElement.linearCanonicalForm(
                            using: method, limits: message.limits
                        ).bytes
                        : message.signedInfoBytes
                    guard let form else { return nil }
                    return .signedInfo(
                        Self.naming(identifier, at: places, named, in: form),
                        signature: message.signature.signedInfo.signatureMethod)
                }
            }
        }
    }

    /// The first name is that of `SignedInfo`, the second that of the reference.
    private static func naming(
        _ identifier: String, at places: [Int], _ named: [String], in form: [UInt8]
    ) -> [UInt8] {
        let transforms = form.firstOffset(of: Array("Transforms".utf8), from: 0) ?? form.count
        var parts = [Array(form[..<transforms]), Array(form[transforms...])]
        for place in places {
            parts[place] = parts[place].substituting(
                quoted(identifier), for: quoted(named[place]))
        }
        return parts[0] + parts[1]
    }

    private func trial(
        _ names: [(received: String, signed: String)], _ signature: XMLDSig.SignatureMethod
    ) -> HypothesisTrial {
        HypothesisTrial(
            hypothesis: .algorithmSwapped, undoing: "another algorithm named in SignedInfo"
        ) { [message] in
            let bytes = names.reduce(message.signedInfoBytes) { bytes, name in
                bytes.substituting(Self.quoted(name.signed), for: Self.quoted(name.received))
            }
            return .signedInfo(bytes, signature: signature)
        }
    }

    private static func quoted(_ text: String) -> [UInt8] { Array("\"\(text)\"".utf8) }
}
