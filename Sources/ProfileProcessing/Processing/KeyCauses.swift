internal import PayloadCoding
internal import SAML2
internal import XMLCore
internal import XMLSecurity

/// Finds out what is wrong with a key that does not verify a message, from the metadata.
///
/// It explains and never decides: a key that is found here was refused, and stays so. Each message costs a
/// fixed number of checks of signatures at the most.
struct KeyCauses: Sendable {
    private let verifier: SAML.MessageVerifier
    private let issuers: SAML.TrustedIssuers

    /// The largest numbers of signatures that are looked at, and of keys that are tried on each.
    private static let mostElements = 2
    private static let mostKeys = 16
    private static let mostOthers = 16

    init(_ verifier: SAML.MessageVerifier) {
        self.verifier = verifier
        issuers = SAML.TrustedIssuers(verifier.trust)
    }

    private init(_ verifier: SAML.MessageVerifier, _ issuers: SAML.TrustedIssuers) {
        self.verifier = verifier
        self.issuers = issuers
    }

    /// Returns the same with a verifier that trusts the same keys.
    func judging(with verifier: SAML.MessageVerifier) -> KeyCauses {
        KeyCauses(verifier, issuers)
    }

    /// An element whose signature does not hold, and the issuer whose key it should be.
    private struct Subject {
        let element: XML.Element
        let document: XML.Document
        let issuer: String
        let roles: [SAML.Metadata.Role]
    }

    /// Returns what is wrong with the key; `nil` where the metadata does not tell.
    func discrepancy(
        of code: VerificationFailure.Code, in document: XML.Document
    ) -> SAML.Discrepancy? {
        guard let subject = subject(of: code, in: document) else { return nil }
        switch code {
        case .noTrustedKey: return unknownIssuer(of: subject)
        case .signatureMismatch, .keyOfOtherKind:
            return knownKey(of: subject)
        default: return nil
        }
    }

    /// Returns whether the metadata tells more of the keys of a message than the message does.
    func identifiesKey(of document: XML.Document) -> Bool {
        [VerificationFailure.Code.noTrustedKey, .signatureMismatch, .keyOfOtherKind].contains {
            code in
            guard let subject = subject(of: code, in: document) else { return false }
            return code == .noTrustedKey
                ? ![nil, .issuerUnknown, .signedByOtherKey].contains(
                    unknownIssuer(of: subject).cause)
                : knownKey(of: subject) != nil
        }
    }

    /// Returns what the metadata says of a key that is not trusted to sign for an issuer.
    func note(on key: TrustedKey, ofIssuer issuer: String) -> String? {
        let trust = verifier.trust
        if trust.encryptionKeys(ofIssuer: issuer).contains(key) {
            return "in the provider's metadata, marked for encryption"
        }
        let roles = SAML.Metadata.Role.allCases.filter {
            trust.keys(forIssuer: issuer, as: [$0], at: verifier.now).contains(key)
        }
        guard roles.isEmpty else {
            return roles.contains(where: verifier.profile.issuerRoles.contains)
                ? nil : "trusted for the role of \(roles[0].descriptor)"
        }
        if let unused = trust.unusedKeys(ofIssuer: issuer).first(where: { $0.keys.contains(key) }) {
            return "in the \(unused.descriptor.shortenedForSentence), which is not used"
        }
        let trusted = trust.keys(
            forIssuer: issuer, as: SAML.Metadata.Role.allCases, at: verifier.now)
        if let owners = owners(of: key, besides: issuer) { return owners.trust }
        if let ended = issuers.owners(of: key).first(where: { $0.name == issuer }),
            ended.hasEnded(at: verifier.now)
        {
            return "in the issuer's metadata, which has ended"
        }
        if isOlder(key, among: trusted) {
            return "by its certificate an older key of the same provider"
                + (endOfExpired(key).map { ", which ended on \($0)" } ?? "")
        }
        return endOfExpired(key).map {
            "its certificate ended on \($0), so that it is not the issuer's next key"
        }
    }

    /// Returns whether certificates of trusted keys have the subject of a key's, and began and end later.
    private func isOlder(_ key: TrustedKey, among trusted: [TrustedKey]) -> Bool {
        guard let subject = key.certificate?.subject, let start = key.certificateNotBefore,
            let end = key.certificateNotAfter
        else { return false }
        return trusted.prefix(Self.mostKeys).contains { other in
            other.certificate?.subject == subject
                && (other.certificateNotBefore ?? .min) > start
                && (other.certificateNotAfter ?? .min) > end
        }
    }

    /// The day on which the certificate of a key ended; `nil` if it has not, or the time is unknown.
    private func endOfExpired(_ key: TrustedKey) -> String? {
        guard let end = key.certificateNotAfter, let now = verifier.now?.secondsSinceEpoch,
            end < now
        else { return nil }
        return Self.day(end)
    }

    /// The other issuers that a key is trusted for.
    private struct Owners {
        /// Their names, as sentences show them.
        let names: String
        /// A Boolean value that indicates whether the metadata of all of them has ended.
        let haveEnded: Bool

        /// The names, and what the key is to them.
        var trust: String {
            haveEnded
                ? "in the metadata of \(names), which has ended (validUntil)"
                : "trusted for \(names)"
        }
        /// The beginning of a sentence about the key.
        var key: String { haveEnded ? "A key \(trust)," : "A key that is \(trust)" }
    }

    /// The other issuers that a key is trusted for; `nil` if it is for none.
    private func owners(of key: TrustedKey, besides issuer: String) -> Owners? {
        let owners = issuers.owners(of: key).filter { $0.name != issuer }
        let current = owners.filter { !$0.hasEnded(at: verifier.now) }
        let named = current.isEmpty ? owners : current
        guard !named.isEmpty else { return nil }
        let shown = named.prefix(3).map(\.name.shortenedForSentence).joined(separator: ", ")
        return Owners(
            names: named.count > 3 ? "\(shown) and \(named.count - 3) more" : shown,
            haveEnded: current.isEmpty)
    }

    /// The first signed element whose verification fails with a code.
    private func subject(
        of code: VerificationFailure.Code, in document: XML.Document
    ) -> Subject? {
        guard let carried = try? SAML.CarriedMessage(in: document) else { return nil }
        let plan = VerificationPlan(for: carried, in: verifier.profile)
        for element in plan.elements.prefix(Self.mostElements) {
            guard let issuer = try? VerificationPlan.issuer(of: element) else { continue }
            let verdict = verifier.signatureVerifier(forIssuer: issuer, as: plan.roles)
                .verdict(onSignatureOf: element, in: document)
            guard case .failure(let failure) = verdict, failure.code == code else { continue }
            return Subject(
                element: element, document: document, issuer: issuer, roles: plan.roles)
        }
        return nil
    }

    /// Returns whether one of some keys made the signature, whatever became of the content since.
    private func isSigned(_ subject: Subject, withOneOf keys: [TrustedKey]) -> Bool {
        guard !keys.isEmpty else { return false }
        let verdict = SignatureVerifier(
            trusting: keys.prefix(Self.mostKeys), policy: verifier.policy,
            parsingLimits: verifier.parsingLimits
        ).verdict(onSignatureOf: subject.element, in: subject.document)
        guard case .failure(let failure) = verdict else { return true }
        // The signature is checked before the digest.
        return failure.code == .digestMismatch
    }

    // MARK: - Nobody is trusted for the issuer

    private func unknownIssuer(of subject: Subject) -> SAML.Discrepancy {
        let issuer = subject.issuer
        let shown = issuer.shortenedForSentence
        let trust = verifier.trust
        if issuer.isEmpty {
            let signers = trustedSigner(of: subject, nearest: nil)
                .flatMap { owners(of: $0, besides: issuer) }
            return SAML.Discrepancy(
                "The Issuer of the \(subject.element.name.localName) is empty, expected the provider's name, "
                    + "so that no key can be trusted for it."
                    + (signers.map { " \($0.key) made the signature." } ?? ""),
                expected: signers?.names, found: issuer,
                cause: signers == nil ? .issuerUnknown : .signedByOtherKey)
        }
        if trust.knows(issuer) {
            if let found = encryptionKey(of: subject) ?? keyOfOtherRole(of: subject) {
                return found
            }
            let now = verifier.now
            let hasEnded = now.map {
                !trust.endedKeys(ofIssuer: issuer, as: subject.roles, at: $0).isEmpty
            }
            return hasEnded == true
                ? SAML.Discrepancy(
                    "The metadata of \(shown) has ended (validUntil), so that none of its keys counts.",
                    expected: nil, found: issuer, cause: .metadataOutdated, remedy: .currentMetadata
                )
                : SAML.Discrepancy(
                    "The metadata has no signing key of \(shown) in the role that signs such messages.",
                    expected: nil, found: issuer, remedy: .metadata(issuer: issuer))
        }
        // Where the content was changed since, the issuer is what may have been changed.
        if let like = issuers.issuer(spelledLike: issuer),
            signature(of: subject)?.hasIntactDigest(of: subject.element) ?? true,
            isSigned(
                subject,
                withOneOf: trust.keys(forIssuer: like.name, as: subject.roles, at: verifier.now))
        {
            let words = SAML.SpellingDifference.words(
                like.differences, between: issuer, and: like.name)
            return SAML.Discrepancy(
                "The message claims the issuer \(shown), and \(like.name.shortenedForSentence) is trusted: they differ by "
                    + "\(words). The key of the trusted one made the signature.",
                expected: like.name, found: issuer, cause: .init(.issuer, like.differences),
                remedy: SAML.SpellingDifference.isPlain(issuer, besides: like.name)
                    ? .metadata(issuer: issuer) : nil)
        }
        let nearest = issuers.nearest(to: issuer)
        let rest =
            nearest.map { "; the nearest that is trusted is \($0.shortenedForSentence)" } ?? ""
        if let key = trustedSigner(of: subject, nearest: nearest),
            let owners = owners(of: key, besides: issuer)
        {
            let isIntact = signature(of: subject)?.hasIntactDigest(of: subject.element) ?? true
            return SAML.Discrepancy(
                "No key is trusted for \(shown), the issuer that the message claims. \(owners.key) "
                    + "made the signature"
                    + (isIntact
                        ? "."
                        : ", and the content was changed since: a program may have replaced the issuer."),
                expected: owners.names, found: issuer, cause: .signedByOtherKey,
                remedy: isIntact ? .metadata(issuer: issuer) : nil)
        }
        return SAML.Discrepancy(
            "No key is trusted for \(shown), the issuer that the message claims\(rest).",
            expected: nearest, found: issuer,
            cause: .issuerUnknown, remedy: .metadata(issuer: issuer))
    }

    // MARK: - The issuer is known

    private func knownKey(of subject: Subject) -> SAML.Discrepancy? {
        encryptionKey(of: subject) ?? endedKey(of: subject) ?? keyOfOtherRole(of: subject)
            ?? messageKey(of: subject)
    }

    /// Tells that the metadata had the key that made the signature, and has ended.
    private func endedKey(of subject: Subject) -> SAML.Discrepancy? {
        guard let now = verifier.now else { return nil }
        let keys = verifier.trust.endedKeys(ofIssuer: subject.issuer, as: subject.roles, at: now)
        guard isSigned(subject, withOneOf: keys) else { return nil }
        return SAML.Discrepancy(
            "The signature was made with a key of a description of \(subject.issuer.shortenedForSentence) in the "
                + "metadata that has ended (validUntil), so that the key does not count any more.",
            expected: "a key whose metadata has not ended", found: "a key whose metadata has ended",
            cause: .metadataOutdated, remedy: .currentMetadata)
    }

    /// Tells where the metadata has the key that made the signature, if that is another role of the issuer, or a
    /// descriptor that is not used.
    private func keyOfOtherRole(of subject: Subject) -> SAML.Discrepancy? {
        let issuer = subject.issuer
        let trust = verifier.trust
        let needed = subject.roles.map(\.descriptor).joined(separator: " or ")
        for role in SAML.Metadata.Role.allCases where !subject.roles.contains(role) {
            let keys = trust.keys(forIssuer: issuer, as: [role], at: verifier.now)
            guard isSigned(subject, withOneOf: keys) else { continue }
            return SAML.Discrepancy(
                "The signature was made with a key that the metadata of \(issuer.shortenedForSentence) has in its "
                    + "\(role.descriptor), expected one of its \(needed).",
                expected: "a key of \(needed)", found: "a key of \(role.descriptor)",
                cause: .keyOfOtherRole, remedy: .currentMetadata)
        }
        let unused = trust.unusedKeys(ofIssuer: issuer)
            .first { isSigned(subject, withOneOf: $0.keys) }
        guard let unused else { return nil }
        return SAML.Discrepancy(
            "The signature was made with a key that the metadata of \(issuer.shortenedForSentence) has in its "
                + "\(unused.descriptor.shortenedForSentence), which does not describe such a role of SAML 2.0. "
                + "Expected a key of its \(needed).",
            expected: "a key of \(needed)", found: "a key of \(unused.descriptor)",
            cause: .keyOfOtherRole, remedy: .currentMetadata)
    }

    private func encryptionKey(of subject: Subject) -> SAML.Discrepancy? {
        let keys = verifier.trust.encryptionKeys(ofIssuer: subject.issuer)
        guard isSigned(subject, withOneOf: keys) else { return nil }
        return SAML.Discrepancy(
            "A key made the signature that the provider's metadata marks for encryption.",
            expected: "a key with use=\"signing\"", found: "a key with use=\"encryption\"",
            cause: .encryptionKeyUsed, remedy: .currentMetadata)
    }

    /// Tells what the certificate in the message says of the key that made the signature.
    ///
    /// Anybody can put any certificate into a message: it describes the key and vouches for nothing.
    private func messageKey(of subject: Subject) -> SAML.Discrepancy? {
        guard let key = signature(of: subject)?.certificateKey,
            isSigned(subject, withOneOf: [key]),
            let certificate = key.certificate, let end = key.certificateNotAfter,
            let now = verifier.now?.secondsSinceEpoch
        else { return nil }
        let trusted = verifier.trust.keys(
            forIssuer: subject.issuer, as: subject.roles, at: verifier.now)
        let known = trusted.prefix(Self.mostKeys).filter { other in
            other.certificate?.subject.map { $0 == certificate.subject } ?? false
        }
        let ends = trusted.map { $0.certificateNotAfter ?? .max }
        if !known.isEmpty, end > now, let last = ends.max(), last < now {
            return SAML.Discrepancy(
                "The metadata has only a certificate that ended on \(Self.day(last)); the message was "
                    + "signed with a key whose certificate (\(Self.name(of: certificate))) is valid until "
                    + "\(Self.day(end)). That is the provider's new key, or a forger's.",
                expected: known.first?.certificate.map { "SHA-256 \($0.sha256)" },
                found: "SHA-256 \(certificate.sha256)", cause: .metadataOutdated,
                remedy: .currentMetadata)
        }
        // A certificate that began later is the next one, or anybody's.
        guard let start = key.certificateNotBefore,
            let newer = known.first(where: { other in
                (other.certificateNotAfter ?? .min) > end
                    && (other.certificateNotBefore ?? .min) > start
            })
        else { return nil }
        return SAML.Discrepancy(
            "By its certificate (\(Self.name(of: certificate))), which \(end < now ? "ended" : "ends") on "
                + "\(Self.day(end)), the key is an older one of the same provider. A forger could write "
                + "that, too.",
            expected: newer.certificate.map { "SHA-256 \($0.sha256)" },
            found: "SHA-256 \(certificate.sha256)", cause: .olderKey, remedy: .currentMetadata)
    }

    // MARK: - The key is known by name

    /// Returns whose key made a signature that no trusted key of the issuer made, with its name.
    func owner(
        of cause: String, after code: VerificationFailure.Code, in document: XML.Document
    ) -> SAML.Discrepancy? {
        let isOther = cause == SAML.FailureCause.signedByOtherKey.rawValue
        guard isOther || cause == Self.untrustedCertificate,
            let subject = subject(of: code, in: document)
        else { return nil }
        let issuer = subject.issuer
        let shown = issuer.shortenedForSentence
        if isOther {
            guard let key = trustedSigner(of: subject, nearest: nil),
                let owners = owners(of: key, besides: issuer)
            else { return nil }
            return SAML.Discrepancy(
                "\(owners.key) made the signature, and the message claims the issuer "
                    + "\(shown).", expected: "a key of \(shown)", found: "a key of \(owners.names)")
        }
        guard let key = keyInMessage(subject.element), isSigned(subject, withOneOf: [key]),
            let certificate = key.certificate
        else { return nil }
        let name = Self.name(of: certificate)
        let end = endOfExpired(key).map {
            "Its certificate ended on \($0): it is an older key or a forger's, and not the issuer's next."
        }
        return SAML.Discrepancy(
            "The key of the certificate in the message (\(name)) made the signature, and it is not trusted "
                + "for \(shown). "
                + (end ?? "It may be a key of the issuer that the metadata lacks, or a forger's."),
            expected: "a trusted key of \(shown)", found: "SHA-256 \(certificate.sha256)",
            remedy: end == nil ? .currentMetadata : nil)
    }

    private static let untrustedCertificate = "untrustedCertificate"

    private func signature(of subject: Subject) -> Signature? {
        subject.element.childElements(named: .enveloped).first.flatMap { try? Signature($0) }
    }

    /// The key of the first certificate that came along with an element's signature.
    private func keyInMessage(_ element: XML.Element) -> TrustedKey? {
        element.childElements(named: .enveloped).first.flatMap { try? Signature($0) }?
            .certificateKey
    }

    /// The key that made a signature, of those that are trusted for anybody.
    ///
    /// The certificate in the message tells which to try; without it a fixed number is tried, those of the
    /// nearest issuer first.
    private func trustedSigner(of subject: Subject, nearest: String?) -> TrustedKey? {
        let trust = verifier.trust
        if let key = keyInMessage(subject.element), trust.everyKey.contains(key),
            isSigned(subject, withOneOf: [key])
        {
            return key
        }
        let near = nearest.map { trust.keys(forIssuer: $0, as: subject.roles, at: nil) } ?? []
        var tried: [TrustedKey] = []
        for key in near + (trust.everyKey.count <= Self.mostOthers ? Array(trust.everyKey) : [])
        where tried.count < Self.mostOthers && !tried.contains(key) {
            tried.append(key)
        }
        guard isSigned(subject, withOneOf: tried) else { return nil }
        return tried.first { isSigned(subject, withOneOf: [$0]) }
    }

    // MARK: - Nothing is known of the key

    /// Returns what is known of a signature whose cause was not found: its content is intact, and no
    /// known key made it.
    func unknownKey(
        after code: VerificationFailure.Code, in document: XML.Document
    ) -> SAML.Discrepancy? {
        guard code == .signatureMismatch, let subject = subject(of: code, in: document),
            let signature = signature(of: subject),
            signature.hasIntactDigest(of: subject.element),
            // With the certificate of a trusted key or with none, the signature value is as likely damaged.
            let key = signature.certificateKey,
            !verifier.trust.keys(forIssuer: subject.issuer, as: subject.roles, at: verifier.now)
                .contains(key)
        else { return nil }
        // Where more keys are trusted than are tried, one of them may have made it.
        let others = verifier.trust.everyKey
        guard others.count <= Self.mostOthers, !isSigned(subject, withOneOf: Array(others)) else {
            return nil
        }
        return SAML.Discrepancy(
            "The content is as it was digested, and none of the known keys made the signature: an "
                + "unknown key did, or SignedInfo or the signature value was changed.",
            expected: "a trusted key of \(subject.issuer.shortenedForSentence)", found: nil,
            cause: .unknownKey, remedy: .currentMetadata)
    }

    private static func name(of certificate: CertificateOutline) -> String {
        SAML.Discrepancy.visible(certificate.subject ?? "no subject")
    }

    private static func day(_ seconds: Int64) -> String {
        String(SAML.Instant(secondsSinceEpoch: seconds).description.prefix(10))
    }
}

extension Signature {
    /// The key of the first certificate that came along; `nil` if there is none.
    fileprivate var certificateKey: TrustedKey? {
        certificateTexts.first.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
            .flatMap { try? TrustedKey(derEncoded: $0) }
    }

    /// Returns whether the digest of an element is the one declared.
    fileprivate func hasIntactDigest(of element: XML.Element) -> Bool {
        let reference = signedInfo.reference
        let form = try? element.linearCanonicalForm(
            using: reference.canonicalizationMethod.withoutComments, excluding: self.element,
            limits: .standard)
        return form.flatMap { reference.digestMethod.digest(of: $0.bytes) } == reference.digestValue
    }
}

extension XML.QualifiedName {
    fileprivate static let enveloped = XML.QualifiedName("Signature", in: .signature)
}

extension String {
    /// The name as sentences show it.
    fileprivate var shortenedForSentence: String { SAML.Discrepancy.visible(self) }
}
