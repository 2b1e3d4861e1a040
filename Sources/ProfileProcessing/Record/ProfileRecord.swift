package import Captures
public import SAML2
public import SAMLBindings
public import XMLSecurity

/// Everything that is found out about one captured message.
///
/// Its fields are those of the records that `samlkit batch` writes;
/// `Documentation/record.schema.json` describes them.
public struct ProfileRecord: Hashable, Sendable {
    /// The kind of a message.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A `samlp:Response`.
        case response
        /// A `samlp:AttributeQuery`.
        case attributeQuery
        /// A `samlp:AuthnRequest`.
        case authnRequest
        /// A `samlp:LogoutRequest`.
        case logoutRequest
        /// A `samlp:LogoutResponse`.
        case logoutResponse
        /// A `samlp:ArtifactResolve`.
        case artifactResolve
        /// A `samlp:ArtifactResponse` without a message in it.
        case artifactResponse
        /// A `saml:Assertion` outside any response.
        case assertion
        /// An `md:EntityDescriptor` or `md:EntitiesDescriptor`.
        case metadata
    }

    /// The outcome of a message.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Nothing is wrong with it, and a trusted key signed it.
        case accepted
        /// Nothing is wrong with it, and no keys were trusted that could have signed it.
        case unverified
        /// It can be read, and something is wrong with it.
        case rejected
        /// No SAML message could be read from it.
        case malformed
        /// Nothing was asked about it, such as a request among responses, or entries of a capture that
        /// hold no message.
        case notJudged

        /// A Boolean value that indicates whether nothing is wrong with the message.
        package var hasNothingWrong: Bool { self == .accepted || self == .unverified }
    }

    /// The version of the fields that records have, in every format.
    public static let schemaVersion = 4

    /// Its place among all messages of the run, counted from 0.
    public let index: Int
    /// Its place among the messages of its file, counted from 1, where it is known; it is not part of records.
    package internal(set) var number: Int?
    /// The place of capture.
    public internal(set) var source: MessageSource
    /// The kind of message, unless it is malformed.
    public internal(set) var kind: Kind?
    /// A Boolean value that indicates whether the message was asked to be judged.
    public internal(set) var isJudged = true
    /// The reasons why it was not accepted, most decisive first.
    public internal(set) var reasons: [Reason] = []
    /// What passes here, and a stricter receiver would refuse.
    package internal(set) var notes: [Note] = []
    /// The unpacking steps, outermost first.
    public internal(set) var envelope: [MessageEnvelope.Step] = []
    /// The content that a trusted key signed.
    public internal(set) var verified = MessageContent()
    /// The unverified content: all of it without trust or a valid signature; otherwise what
    /// surrounds a signed assertion in an unsigned response.
    public internal(set) var claimed: SAML.Claimed<MessageContent>?
    /// The details of a message that is shown and not judged; they are not part of records.
    package internal(set) var details: [SAML.ProtocolMessage.Detail] = []
    /// The summary of its signatures.
    public internal(set) var signature = SignatureSummary()
    /// The parts that are encrypted.
    public internal(set) var encrypted: [EncryptedPart] = []
    /// The algorithms of what is encrypted, each once; they are counted and not part of records.
    public internal(set) var encryptionMethods: [String] = []
    /// The summary of its decryption, if it was decrypted.
    public internal(set) var encryption: EncryptionSummary?
    /// Its conditions, and whether they are met.
    public internal(set) var conditions = ConditionsSummary()
    /// The required names for which there is nothing, and after them those that the query to answer
    /// asks for.
    public internal(set) var missing: [String] = []
    /// The effect of encoding it.
    public internal(set) var normalization: NormalizationSummary?
    /// The number of entries without a message that the record stands for; `nil` for a message.
    public internal(set) var entryCount: Int?
    /// The encoded payload, when it was asked for.
    public internal(set) var payload: [UInt8]?
    /// The number of bytes of its XML, or of the capture when there is no XML.
    public internal(set) var byteCount: Int
    /// A Boolean value that indicates whether hashes replace values in the records of the run, in this one or in
    /// others.
    package internal(set) var isRedacted = false

    init(index: Int, source: MessageSource, byteCount: Int) {
        self.index = index
        self.source = source
        self.byteCount = byteCount
        // Whether a message has a signature is known once it is read.
        signature.verdict = .notChecked
    }

    /// Creates the record of entries that hold no message.
    ///
    /// Damage is a reason; not being a message is not.
    package init(
        index: Int, source: MessageSource, entries: EntriesWithoutMessage, isRedacted: Bool
    ) {
        self.init(index: index, source: source, byteCount: 0)
        self.isRedacted = isRedacted
        entryCount = entries.count
        if entries.damagedCount > 0 { reasons = [Reason(CaptureError(.invalidEntry))] }
    }

    /// The bytes that the record takes in a database, roughly.
    package var approximateByteCount: Int {
        let attributes = verified.attributes + (claimed?.unverified.attributes ?? [])
        return attributes.reduce(512 + (reasons.count + notes.count) * 160 + (payload?.count ?? 0))
        { sum, item in
            item.values.reduce(sum + item.name.utf8.count) { $0 + ($1.text?.utf8.count ?? 0) + 16 }
        }
    }

    /// Returns the record without what the message says about its subject.
    package func withholdingValues() -> ProfileRecord {
        var record = self
        record.changeContent { content in
            content.nameID = nil
            content.message?.statusMessage = nil
            content.attributes = []
            content.otherAttributes = nil
        }
        record.reasons = record.reasons.map { $0.withoutAttributeNames.quoting(nil) }
        record.details = []
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

    /// The issuer that records are grouped by: the one that was verified, or else the one that is claimed.
    package var groupingIssuer: String? { verified.issuer ?? claimed?.unverified.issuer }

    /// The likely cause that records are grouped by: that of the first reason that has one.
    package var likelyCause: String? { reasons.lazy.compactMap(\.likelyCause).first }

    /// A Boolean value that indicates whether the record stands for a file in which no message was found.
    package var isOfEmptyFile: Bool {
        kind == nil && reasons.first?.code == Self.noMessage
    }

    private static let noMessage = ReasonCode.capture(.noMessage)

    /// The outcome.
    public var outcome: Outcome {
        if entryCount != nil, reasons.isEmpty { return .notJudged }
        if kind == nil { return isOfEmptyFile ? .notJudged : .malformed }
        if !isJudged { return .notJudged }
        guard reasons.isEmpty else { return .rejected }
        // With trusted keys a message without a valid signature has a reason.
        return signature.verdict == .valid ? .accepted : .unverified
    }
}

/// The identification of a message.
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
    /// `AssertionConsumerServiceURL`, to which a request wants its answer; records have it where it is a claim, as it
    /// always is.
    package var assertionConsumerServiceURL: String?
    /// `StatusMessage`, wherever it was written, which may say anything of the subscriber: records have it where it is
    /// a claim.
    package var statusMessage: String?
}

/// The summary of a message's signatures.
public struct SignatureSummary: Hashable, Sendable {
    /// The verdict of verification.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// A trusted key signed what was read.
        case valid
        /// The signature does not fit what is signed, or no trusted key made it.
        case invalid
        /// The policy does not allow a signature of this kind.
        case refused
        /// There is no signature.
        case absent
        /// No trusted keys were given, or no message could be read, so nothing was verified.
        case notChecked
    }

    /// Something that can be signed.
    public enum SignedElement: String, Hashable, Sendable, CaseIterable {
        /// The response.
        case response
        /// An assertion.
        case assertion
        /// The query string that the message came in, all of the message with it.
        case queryString
    }

    /// The verdict of verification.
    public var verdict = Verdict.absent
    /// The elements with a signature of their own.
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
    /// The names of the verified assertions; records do not contain them.
    package var assertions: [AssertionName] = []

    /// No signature.
    package init() {}
}

/// The name of an assertion, unique for its issuer.
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

/// The summary of a message's decryption.
public struct EncryptionSummary: Hashable, Sendable {
    /// The `EncryptionMethod` of each part, every one once, sorted.
    public let methods: [String]
    /// The `EncryptionMethod` of the keys sent along, every one once, sorted.
    public let keyTransports: [String]
    /// The orders of signing and encrypting.
    package let orders: [SAML.Encryption.Order]

    init(_ encryption: SAML.Encryption) {
        methods = encryption.encryptionMethods.map(\.rawValue).sorted()
        keyTransports = encryption.keyTransports.map(\.rawValue).sorted()
        orders = SAML.Encryption.Order.allCases.filter(encryption.orders.contains)
    }
}

/// The conditions of a message, and whether they are met.
public struct ConditionsSummary: Hashable, Sendable {
    /// The verdict on the conditions.
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

    /// The verdict.
    public var verdict = Verdict.notChecked
    /// The performed checks, in the order of `SAML.Check`.
    package var checked: [SAML.Check] = []
    /// A time that a message has of its own.
    package enum OwnTime: String, Hashable, Sendable {
        /// Its `IssueInstant`.
        case issued
        /// The time that the capture has for it.
        case captured

        /// What it is the time of, behind a verdict.
        package var words: String { " when it was \(rawValue)" }
    }

    /// The message's own time, if that is the one to check.
    var ownTime: OwnTime?
    /// The time that was checked, where it is not that of the run.
    package var now: OwnTime? { checked.contains(.time) ? ownTime : nil }

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
