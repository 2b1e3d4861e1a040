internal import XMLCore
internal import XMLSecurity

extension SAML {
    /// Something in metadata that is wrong, or soon will be.
    package struct MetadataFinding: Hashable, Sendable {
        /// How much the finding matters.
        package enum Severity: String, Hashable, Sendable {
            /// Messages will fail, or do already.
            case error
            /// It works, and is weak or will end soon.
            case warning
        }

        package let severity: Severity
        /// A sentence that says what is wrong and what to do.
        package let text: String
        /// The number of the entity in the file, from 0; `nil` for the whole file.
        package let entity: Int?
    }

    /// Looks for what is wrong in metadata.
    package struct MetadataLint {
        private let now: Instant
        private var findings: [MetadataFinding] = []
        /// The entities by name and by the fingerprint of a signing certificate.
        private var names: [String: Int] = [:]
        private var owners: [String: Int] = [:]
        /// The positions of the elements whose keys cannot be used.
        private var positions: [XML.Element: XML.SourcePosition] = [:]

        /// A certificate that ends within these days is a warning.
        private static let warningDays: Int64 = 30

        private init(now: Instant) { self.now = now }

        /// Returns what is wrong, in the order of the file.
        ///
        /// - Parameters:
        ///   - entities: What the metadata describes.
        ///   - isSigned: Whether the root, or every entity, carries a signature.
        ///   - now: The time to judge ends by.
        /// - Returns: What is wrong.
        package static func findings(
            in entities: [EntityDescription], isSigned: Bool, now: Instant
        ) -> [MetadataFinding] {
            var lint = MetadataLint(now: now)
            if entities.isEmpty { lint.note(.error, "It describes no entity.", nil) }
            if !isSigned {
                lint.note(
                    .warning,
                    "It is not signed: the server that delivers it decides whom you trust. Fetch it by TLS "
                        + "from its publisher, or ask for a signature (--metadata-signer).", nil)
            }
            let faulty = entities.flatMap(\.roles).flatMap(\.keys).compactMap(\.fault?.element)
            lint.positions = Dictionary(
                zip(faulty, XML.Element.positions(of: faulty)), uniquingKeysWith: { one, _ in one })
            for (number, entity) in entities.enumerated() { lint.check(entity, number) }
            return lint.findings
        }

        private mutating func note(
            _ severity: MetadataFinding.Severity, _ text: String, _ entity: Int?
        ) {
            findings.append(MetadataFinding(severity: severity, text: text, entity: entity))
        }

        private mutating func check(_ entity: EntityDescription, _ number: Int) {
            checkName(entity, number)
            if let end = entity.validUntil {
                checkEnd(end.secondsSinceEpoch, "The description", ended: .error, number)
            } else if entity.cacheDuration == nil {
                note(
                    .warning,
                    "It has neither validUntil nor cacheDuration, so that a key that was withdrawn stays "
                        + "trusted until somebody fetches it again.", number)
            }
            if entity.roles.isEmpty { note(.error, "It describes no role.", number) }
            for role in entity.roles { check(role, number) }
        }

        private mutating func checkName(_ entity: EntityDescription, _ number: Int) {
            guard let name = entity.entityID, !name.isEmpty else {
                return note(
                    .error, "It has no entityID, so that nothing can be trusted for it.", number)
            }
            if !name.trimmingXMLSpace().hasSameBytes(as: name) {
                note(
                    .error, "Its entityID has white space around it and matches no issuer.", number)
            }
            if let earlier = names.updateValue(number, forKey: name) {
                note(
                    .error,
                    "Its entityID is that of entity \(earlier + 1), too; two that differ are refused.",
                    number)
            }
        }

        private mutating func check(_ role: RoleDescription, _ number: Int) {
            let fault = role.signingFault
            if let fault, !role.supportsSAML2 { note(.warning, "\(fault).", number) }
            let sends = ["IDPSSODescriptor", "AttributeAuthorityDescriptor"].contains(role.name)
            let hasSigningKey = role.keys.contains { $0.isForSigning }
            if let fault, role.supportsSAML2, sends, !hasSigningKey {
                note(.error, "\(fault): nothing it sends can be verified.", number)
            }
            for use in Set(role.keys.compactMap(\.unknownUse)).sorted()
            where fault == nil || !sends {
                note(
                    .error,
                    "\(role.name): a KeyDescriptor has use=\"\(Discrepancy.visible(use))\", expected signing or "
                        + "encryption in lower case; it is not used.", number)
            }
            for key in role.keys { check(key, of: role, number) }
            checkEndpoints(role, number)
        }

        private mutating func check(_ key: KeyDescription, of role: RoleDescription, _ number: Int)
        {
            let name = "\(role.name): a \(key.certificate == nil ? "key" : "certificate")"
            if let fault = key.fault {
                let sentence = fault.sentence(at: positions[fault.element])
                return note(.error, "\(role.name): \(sentence)", number)
            }
            if key.certificate == nil, key.key == nil {
                return note(.error, "\(name) is missing or cannot be read.", number)
            }
            if key.isContradicted {
                note(
                    .error,
                    "\(name) stands beside a key value that is another key; neither is used.",
                    number)
            }
            guard let trusted = key.key else {
                return note(
                    .error, "\(name) has a key that is too small or of no supported kind.", number)
            }
            if key.isInPlaceOfCertificate {
                note(
                    .warning,
                    "\(role.name): an X509Certificate holds a public key and no certificate. It is used here, "
                        + "and other receivers may refuse it.", number)
            }
            if case .rsa(let bits) = trusted.kind, bits < 2048 {
                note(
                    .error,
                    "\(name) has an RSA key of \(bits) bits; below 2048 only --policy legacy-sha1 "
                        + "accepts it.", number)
            }
            if let start = trusted.certificateNotBefore, start > now.secondsSinceEpoch {
                note(.warning, "\(name) is not valid before \(Self.day(start)).", number)
            }
            if let end = trusted.certificateNotAfter {
                checkEnd(end, name, ended: .warning, number)
            }
            guard key.use != "encryption", !key.isChain else { return }
            let fingerprint = key.certificate?.sha256 ?? trusted.keySHA256
            if let owner = owners[fingerprint], owner != number {
                note(
                    .warning,
                    "\(name) for signing is that of entity \(owner + 1), too: each can speak for the other.",
                    number)
            } else {
                owners[fingerprint] = number
            }
        }

        private mutating func checkEnd(
            _ end: Int64, _ what: String, ended: MetadataFinding.Severity, _ number: Int
        ) {
            let days = (end - now.secondsSinceEpoch) / 86_400
            if end <= now.secondsSinceEpoch {
                note(ended, "\(what) ended on \(Self.day(end)).", number)
            } else if days < Self.warningDays {
                note(.warning, "\(what) ends on \(Self.day(end)), in \(days) days.", number)
            }
        }

        private mutating func checkEndpoints(_ role: RoleDescription, _ number: Int) {
            let needed = [
                "IDPSSODescriptor": "SingleSignOnService",
                "SPSSODescriptor": "AssertionConsumerService",
                "AttributeAuthorityDescriptor": "AttributeService",
            ]
            if let name = needed[role.name], !role.endpoints.contains(where: { $0.name == name }) {
                note(.warning, "\(role.name) has no \(name).", number)
            }
            var indexes: Set<[String]> = []
            var defaults: Set<String> = []
            for endpoint in role.endpoints {
                if !endpoint.location.lowercased().hasPrefix("https://") {
                    note(
                        .warning,
                        "\(endpoint.name) is not reached by https; messages cross the net in the clear.",
                        number)
                }
                if let index = endpoint.index, !indexes.insert([endpoint.name, index]).inserted {
                    note(.error, "Two \(endpoint.name) have the index \(index).", number)
                }
                if endpoint.isDefault, !defaults.insert(endpoint.name).inserted {
                    note(.error, "Two \(endpoint.name) are the default.", number)
                }
            }
        }

        private static func day(_ seconds: Int64) -> String {
            String(Instant(secondsSinceEpoch: seconds).description.prefix(10))
        }
    }
}
