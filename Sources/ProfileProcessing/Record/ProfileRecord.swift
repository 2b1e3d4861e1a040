package import Captures
public import SAML2
public import SAMLBindings
public import XMLSecurity

/// Everything that is found out about one captured message.
///
/// Its fields are those of the records that `samlkit batch` writes;
/// `Documentation/record.schema.json` describes them.
public struct ProfileRecord: Hashable, Sendable {
    /// What kind of message it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A `samlp:Response`.
        case response
        /// A `samlp:AttributeQuery`.
        case attributeQuery
    }

    /// What becomes of it.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Nothing is wrong with it.
        case accepted
        /// It can be read, and something is wrong with it.
        case rejected
        /// No SAML message could be read from it.
        case malformed
        /// Nothing was asked about it, such as a query among responses, or entries of a capture that hold
        /// no message.
        case notJudged
    }

    /// The version of the fields that records have, in every format.
    public static let schemaVersion = 3

    /// Its place among all messages of the run, counted from 0.
    public let index: Int
    /// Where it was captured.
    public internal(set) var source: MessageSource
    /// What kind of message it is, unless it is malformed.
    public internal(set) var kind: Kind?
    /// A Boolean value that indicates whether the message was asked to be judged.
    public internal(set) var isJudged = true
    /// Why it was not accepted, the most decisive reason first.
    public internal(set) var reasons: [Reason] = []
    /// What was undone to get at the XML, outermost first.
    public internal(set) var envelope: [MessageEnvelope.Step] = []
    /// What a trusted key signed of what it says.
    public internal(set) var verified = MessageContent()
    /// What it says, and nobody verified: all of it without trust or a valid signature, and what stands around a
    /// signed assertion in a response that is not signed.
    public internal(set) var claimed: SAML.Claimed<MessageContent>?
    /// What is known of its signatures.
    public internal(set) var signature = SignatureSummary()
    /// Which parts are encrypted.
    public internal(set) var encrypted: [EncryptedPart] = []
    /// The algorithms of what is encrypted, each once; they are counted and not part of records.
    public internal(set) var encryptionMethods: [String] = []
    /// How what is encrypted was decrypted, when it was.
    public internal(set) var encryption: EncryptionSummary?
    /// What its conditions say and whether they are met.
    public internal(set) var conditions = ConditionsSummary()
    /// The required names for which there is nothing, and after them those that the query to answer
    /// asks for.
    public internal(set) var missing: [String] = []
    /// What encoding it does to it.
    public internal(set) var normalization: NormalizationSummary?
    /// The number of entries without a message that the record stands for; `nil` for a message.
    public internal(set) var entryCount: Int?
    /// The encoded payload, when it was asked for.
    public internal(set) var payload: [UInt8]?
    /// The number of bytes of its XML, or of the capture when there is no XML.
    public internal(set) var byteCount: Int

    init(index: Int, source: MessageSource, byteCount: Int) {
        self.index = index
        self.source = source
        self.byteCount = byteCount
    }

    /// Creates the record of entries that hold no message.
    ///
    /// What is damaged is a reason; what simply is no message is none.
    package init(index: Int, source: MessageSource, entries: EntriesWithoutMessage) {
        self.init(index: index, source: source, byteCount: 0)
        entryCount = entries.count
        signature.verdict = .absent
        if entries.damagedCount > 0 { reasons = [Reason(CaptureError(.invalidEntry))] }
    }

    /// The bytes that the record takes in a database, roughly.
    package var approximateByteCount: Int {
        let attributes = verified.attributes + (claimed?.unverified.attributes ?? [])
        return attributes.reduce(512 + reasons.count * 160 + (payload?.count ?? 0)) { sum, item in
            item.values.reduce(sum + item.name.utf8.count) { $0 + ($1.text?.utf8.count ?? 0) + 16 }
        }
    }

    /// Returns the record without what the message says about its subject.
    package func withholdingValues() -> ProfileRecord {
        var record = self
        record.changeContent { content in
            content.nameID = nil
            content.attributes = []
        }
        record.payload = nil
        return record
    }

    /// Changes what is verified and what is claimed, each where it stands.
    mutating func changeContent(_ change: (inout MessageContent) -> Void) {
        change(&verified)
        guard var content = claimed?.unverified else { return }
        change(&content)
        claimed = SAML.Claimed(content)
    }

    /// The issuer by which records are grouped: the one that was verified, or else the one that is claimed.
    package var groupingIssuer: String? { verified.issuer ?? claimed?.unverified.issuer }

    /// What becomes of it.
    public var outcome: Outcome {
        if entryCount != nil, reasons.isEmpty { return .notJudged }
        if kind == nil { return .malformed }
        if !isJudged { return .notJudged }
        return reasons.isEmpty ? .accepted : .rejected
    }
}

/// What identifies a message.
public struct MessageSummary: Hashable, Sendable {
    /// `ID`.
    public let id: String?
    /// `InResponseTo`.
    public let inResponseTo: String?
    /// `IssueInstant`.
    public let issueInstant: SAML.Instant?
    /// `Destination`.
    public let destination: String?
    /// The value of the top-level status code.
    public let status: String?
}

/// What is known of a message's signatures.
public struct SignatureSummary: Hashable, Sendable {
    /// What verification says.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// A trusted key signed what was read.
        case valid
        /// The signature does not fit what is signed, or no trusted key made it.
        case invalid
        /// The policy does not allow a signature of this kind.
        case refused
        /// There is no signature.
        case absent
        /// No trusted keys were given, so nothing was verified.
        case notChecked
    }

    /// An element that can be signed.
    public enum SignedElement: String, Hashable, Sendable, CaseIterable {
        /// The response.
        case response
        /// An assertion.
        case assertion
    }

    /// What verification says.
    public var verdict = Verdict.absent
    /// The elements that carry a signature of their own.
    public var signed: [SignedElement] = []
    /// The first signature's `SignatureMethod`.
    public var signatureMethod: String?
    /// The first signature's `DigestMethod`.
    public var digestMethod: String?
    /// The first signature's `CanonicalizationMethod`.
    public var canonicalization: String?
    /// The SHA-256 of the verifying key's SubjectPublicKeyInfo, in hexadecimal digits.
    public var keySHA256: String?
    /// The verifying key; records carry only its digest.
    public var key: TrustedKey?
    /// What names the verified assertions; records do not carry it.
    package var assertions: [AssertionName] = []

    /// No signature.
    package init() {}
}

/// What tells an assertion from all others of its issuer.
package struct AssertionName: Hashable, Sendable {
    package let issuer: String
    package let id: String
}

/// A part of a message that is encrypted.
public enum EncryptedPart: String, Hashable, Sendable, CaseIterable {
    /// An `EncryptedAssertion`.
    case assertion
    /// An `EncryptedID`.
    case nameID
    /// An `EncryptedAttribute`.
    case attribute
}

/// How what is encrypted in a message was decrypted.
public struct EncryptionSummary: Hashable, Sendable {
    /// The `EncryptionMethod` of each part, every one once, sorted.
    public let methods: [String]
    /// The `EncryptionMethod` of the keys sent along, every one once, sorted.
    public let keyTransports: [String]
    /// Whether what was signed was encrypted afterwards, or the other way round, or both.
    package let orders: [SAML.Encryption.Order]

    init(_ encryption: SAML.Encryption) {
        methods = encryption.encryptionMethods.map(\.rawValue).sorted()
        keyTransports = encryption.keyTransports.map(\.rawValue).sorted()
        orders = SAML.Encryption.Order.allCases.filter(encryption.orders.contains)
    }
}

/// What a message's conditions say and whether they are met.
public struct ConditionsSummary: Hashable, Sendable {
    /// Whether the conditions are met.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// Everything that the profile asks for was checked, and is met.
        case valid
        /// `NotOnOrAfter` has passed.
        case expired
        /// `NotBefore` has not come.
        case notYetValid
        /// The receiver is not among the audiences.
        case audienceMismatch
        /// The message is meant for another address.
        case recipientMismatch
        /// The message answers another request.
        case inResponseToMismatch
        /// Somebody else issued the message.
        case issuerMismatch
        /// The status is not success.
        case statusNotSuccess
        /// They are not met for another reason.
        case other
        /// Something that the profile asks for was not checked, and nothing that was checked failed.
        case notChecked

        init(_ failure: SAML.ConditionsFailure) {
            self = Verdict(rawValue: failure.rawValue) ?? .other
        }
    }

    /// Whether they are met.
    public var verdict = Verdict.notChecked
    /// What was checked, in the order of `SAML.Check`.
    package var checked: [SAML.Check] = []

    /// No conditions.
    package init() {}

    /// Notes what was checked and how it came out.
    mutating func judge(
        _ failures: [SAML.ConditionsFailure], checked: SAML.Checks, required: SAML.Checks
    ) {
        self.checked = checked.all
        if let first = failures.first {
            verdict = Verdict(first)
        } else if required.isSubset(of: checked) {
            verdict = .valid
        }
    }
}
