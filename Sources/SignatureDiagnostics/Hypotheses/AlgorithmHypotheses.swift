internal import WireText
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
            trials.append(trial([(digest.rawValue, other.rawValue)], method, other))
        }
        let pairs = zip(Self.signatures.prefix(4), Self.digests)
        for (signature, other) in pairs where signature != method && other != digest {
            trials.append(
                trial(
                    [(method.rawValue, signature.rawValue), (digest.rawValue, other.rawValue)],
                    signature, other))
        }
        return trials + mislabelled + canonicalizations + removedTransforms + removedPrefixLists
            + removedReference
    }

    /// The signer's method is another than the one that it names.
    private var mislabelled: [HypothesisTrial] {
        Self.signatures.filter { $0 != message.signature.signedInfo.signatureMethod }.map { other in
            HypothesisTrial(
                hypothesis: .otherSignatureMethod,
                undoing: "\(other.rawValue) tried instead of the method in SignedInfo"
            ) { [message] in
                .signedInfo(message.signedInfoBytes, signature: other) { nil }
            }
        }
    }

    /// The canonicalization that the reference no longer names, which then is Canonical XML 1.0.
    private var removedTransforms: [HypothesisTrial] {
        let info = CanonicalTokens(message.signedInfoBytes)
        let transforms = info.tokens.indices.filter {
            info.tokens[$0].kind == .startTag && info.isElement($0, named: "Transform")
        }
        guard transforms.count == 1, let end = info.endTag(of: transforms[0]) else { return [] }
        let name = String(decoding: info.name(ofTag: transforms[0]), as: UTF8.self)
        let place = info.tokens[end].range.upperBound
        let before = info.tokens[transforms[0] - 1]
        var places: [(place: Int, space: [UInt8])] = [(place, [])]
        if before.isWhiteSpace {
            // The white space between the two may be lost or not.
            let space = Array(info.bytes[before.range])
            places.append((place, space))
            if info.bytes[place...].starts(with: space) {
                places.append((place + space.count, []))
            }
        }
        let withLists = prefixLists.map { list in
            XML.CanonicalizationMethod(.exclusive, inclusiveNamespaces: .init(parsing: list))
        }
        return (Self.canonicalizations + withLists).flatMap { method in
            places.map { place, space in
                let list = method.inclusiveNamespaces.map {
                    Self.element(listing: $0.prefixList.joined(separator: " "), prefix: "ec")
                }
                let transform = Array(
                    "<\(name) Algorithm=\"\(method.algorithmIdentifier)\">\(list ?? "")</\(name)>"
                        .utf8)
                return HypothesisTrial(
                    hypothesis: .algorithmSwapped,
                    undoing: "the canonicalization named again in the Transforms"
                ) { [message] in
                    .signedInfo(
                        info.bytes.replacing([(place..<place, space + transform)]),
                        signature: message.signature.signedInfo.signatureMethod
                    ) { Self.digested(message, using: method) }
                }
            }
        }
    }

    /// Lists that signers write whatever the message declares.
    private static let usualPrefixLists = [
        "#default samlp saml ds xs xsi", "#default code ds kind rw saml samlp typens",
    ]

    /// The lists that may have been removed: each prefix of the message alone, and the usual ones.
    private var prefixLists: [String] { declaredPrefixes + Self.usualPrefixLists }

    /// The PrefixList that the transform of the reference no longer has.
    private var removedPrefixLists: [HypothesisTrial] {
        let method = message.methods[1]
        let info = CanonicalTokens(message.signedInfoBytes)
        let transform = info.tokens.indices.last { index in
            info.tokens[index].kind == .startTag && info.isElement(index, named: "Transform")
        }
        guard method.algorithm == .exclusive, method.inclusiveNamespaces == nil, let transform,
            info.tokens[transform + 1].kind == .endTag
        else { return [] }
        let place = info.tokens[transform].range.upperBound
        return prefixLists.flatMap { list in
            ["ec", ""].map { prefix in
                HypothesisTrial(
                    hypothesis: .algorithmSwapped, undoing: "a PrefixList written in the Transforms"
                ) { [message] in
                    let element = Array(Self.element(listing: list, prefix: prefix).utf8)
                    return .signedInfo(
                        info.bytes.replacing([(place..<place, element)]),
                        signature: message.signature.signedInfo.signatureMethod
                    ) {
                        Self.digested(
                            message,
                            using: XML.CanonicalizationMethod(
                                .exclusive, inclusiveNamespaces: .init(parsing: list)))
                    }
                }
            }
        }
    }

    private static func element(listing list: String, prefix: String) -> String {
        let name = (prefix.isEmpty ? "" : prefix + ":") + "InclusiveNamespaces"
        let declaration = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
        let identifier = XML.CanonicalizationMethod.Algorithm.exclusive.rawValue
        return "<\(name) \(declaration)=\"\(identifier)\" PrefixList=\"\(list)\"></\(name)>"
    }

    /// The reference to the signed element by its identifier, where it now is one to the whole document.
    private var removedReference: [HypothesisTrial] {
        let identifier = message.element[attribute: XML.QualifiedName("ID")] ?? ""
        let empty = Self.named("URI", "")
        guard !identifier.isEmpty, message.signedInfoBytes.holds(empty) else { return [] }
        return [
            HypothesisTrial(
                hypothesis: .referenceEmptied,
                undoing: "the identifier written in the reference again"
            ) { [message] in
                let reference = message.signature.signedInfo.reference
                return .signedInfo(
                    message.signedInfoBytes.substituting(
                        Self.named("URI", "#" + identifier), for: empty),
                    signature: message.signature.signedInfo.signatureMethod
                ) { (message.referenceBytes, reference.digestMethod) }
            }
        ]
    }

    private static func named(_ name: String, _ value: String) -> [UInt8] {
        Array(" \(name)=\"\(value)\"".utf8)
    }

    /// The prefixes that are declared anywhere in the message, each a list of its own.
    private var declaredPrefixes: [String] {
        let document = message.document
        var prefixes: [String] = []
        for index in document.tokens.indices where document.tokens[index].kind == .startTag {
            for attribute in document.attributes(ofTag: index)
            where document.bytes[attribute.name].starts(with: "xmlns:".utf8) {
                let name = document.bytes[attribute.name]
                let prefix = String(decoding: name.dropFirst("xmlns:".utf8.count), as: UTF8.self)
                if !prefixes.contains(prefix) { prefixes.append(prefix) }
            }
        }
        return Array(prefixes.prefix(8))
    }

    /// The bytes that the reference digests with another canonicalization.
    private static func digested(
        _ message: ReceivedMessage, using method: XML.CanonicalizationMethod
    ) -> (bytes: [UInt8], method: XMLDSig.DigestMethod)? {
        let form = try? message.element.linearCanonicalForm(
            using: method, excluding: message.signature.element, limits: message.limits)
        return form.map { ($0.bytes, message.signature.signedInfo.reference.digestMethod) }
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
                        signature: message.signature.signedInfo.signatureMethod
                    ) {
                        Self.digested(
                            message,
                            using: places.contains(1) ? method : message.methods[1].withoutComments)
                    }
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
        _ names: [(received: String, signed: String)], _ signature: XMLDSig.SignatureMethod,
        _ digest: XMLDSig.DigestMethod? = nil
    ) -> HypothesisTrial {
        HypothesisTrial(
            hypothesis: .algorithmSwapped, undoing: "another algorithm named in SignedInfo"
        ) { [message] in
            let bytes = names.reduce(message.signedInfoBytes) { bytes, name in
                bytes.substituting(Self.quoted(name.signed), for: Self.quoted(name.received))
            }
            let digest = digest ?? message.signature.signedInfo.reference.digestMethod
            return .signedInfo(bytes, signature: signature) { (message.referenceBytes, digest) }
        }
    }

    private static func quoted(_ text: String) -> [UInt8] { Array("\"\(text)\"".utf8) }
}
