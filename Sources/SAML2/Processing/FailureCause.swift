extension SAML {
    /// The likely cause of a failed condition, or of a key that does not fit: a stable code.
    package struct FailureCause: RawRepresentable, Hashable, Sendable {
        /// The code as it stands in records.
        package let rawValue: String

        /// Creates the cause with this code.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The issuer's clock is ahead of the receiver's: the time of issue lies in the future.
        package static let clockAhead = FailureCause(rawValue: "clockAhead")
        /// The issuer's clock is behind: the answer was issued before its question.
        package static let clockBehind = FailureCause(rawValue: "clockBehind")
        /// The end has passed; why the message came late is unknown.
        package static let expired = FailureCause(rawValue: "expired")
        /// By the issuer's own clock, the validity begins after the time of issue.
        package static let postdated = FailureCause(rawValue: "postdated")
        /// The validity ends before it begins.
        package static let neverValid = FailureCause(rawValue: "neverValid")
        /// One element has the names of several audiences, the expected one among them.
        package static let audienceJoined = FailureCause(rawValue: "audienceJoined")
        /// No metadata describes the issuer.
        package static let issuerUnknown = FailureCause(rawValue: "issuerUnknown")
        /// The metadata has ended, or has only certificates that had ended when the message was issued.
        package static let metadataOutdated = FailureCause(rawValue: "metadataOutdated")
        /// By its certificate, the key is an earlier one of the same provider.
        package static let olderKey = FailureCause(rawValue: "olderKey")
        /// The key is in the provider's metadata, for encryption only.
        package static let encryptionKeyUsed = FailureCause(rawValue: "encryptionKeyUsed")
        /// The key is that of another role of the issuer, or stands in a descriptor that is not used.
        package static let keyOfOtherRole = FailureCause(rawValue: "keyOfOtherRole")
        /// A key that is trusted for another issuer made the signature.
        package static let signedByOtherKey = FailureCause(rawValue: "signedByOtherKey")
        /// The required attribute was sent with other white space in its name.
        package static let attributeWhiteSpace = FailureCause(rawValue: "attributeWhiteSpace")
        /// The required attribute was sent in another letter case.
        package static let attributeLetterCase = FailureCause(rawValue: "attributeLetterCase")
        /// A name was sent that looks like that of the required attribute.
        package static let attributeLookAlike = FailureCause(rawValue: "attributeLookAlike")
        /// The required attribute was sent under another of its names.
        package static let attributeOtherName = FailureCause(rawValue: "attributeOtherName")
        /// The content is intact, and no known key made the signature.
        package static let unknownKey = FailureCause(rawValue: "unknownKey")

        /// Something whose two values have to be equal.
        package enum Subject: String, Hashable, Sendable, CaseIterable {
            case audience
            case recipient
            case request
            case issuer

            /// The ways in which two values may differ.
            var spellings: [SpellingDifference] {
                self == .request ? SpellingDifference.ofIdentifiers : SpellingDifference.ofAddresses
            }
        }

        /// The two values differ in one way or in several, or for none in more than their spelling.
        package init(_ subject: Subject, _ differences: [SpellingDifference]) {
            let name =
                differences.count > 1 ? Self.several : differences.first?.rawValue ?? Self.other
            self.init(subject, name: name)
        }

        private init(_ subject: Subject, name: String) {
            rawValue = subject.rawValue + name.prefix(1).uppercased() + name.dropFirst()
        }

        private static let several = "several"
        private static let other = "other"

        /// Every cause that only the comparison of two values finds.
        package static let all: [FailureCause] =
            [clockAhead, clockBehind, expired, postdated, neverValid]
            + Subject.allCases.flatMap { subject in
                (subject.spellings.map(\.rawValue) + [several, other]).map {
                    FailureCause(subject, name: $0)
                }
            } + [
                audienceJoined, issuerUnknown, metadataOutdated, olderKey, encryptionKeyUsed,
                keyOfOtherRole, unknownKey,
            ]
            + [attributeWhiteSpace, attributeLetterCase, attributeLookAlike, attributeOtherName]
    }
}
