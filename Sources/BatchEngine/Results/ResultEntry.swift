internal import Captures
package import ProfileProcessing
internal import SAML2
internal import SAMLBindings

/// The part of a record that a report needs: codes, names, times and places.
///
/// It holds values only if they are asked for. It is made from a record, or read from results that were saved; both give the same.
package struct ResultEntry: Hashable, Sendable, CustomStringConvertible {
    /// The message's place among all messages of its run, counted from 0.
    package var index: Int
    /// The file it was captured in.
    package var file: String?
    /// The entry of the file, counted from 0.
    package var entry: Int?
    /// The line of the file, counted from 1.
    package var line: Int?
    /// The place among the messages of the file, counted from 1; saved results do not say it.
    package var number: Int?
    /// The capture time in seconds since 1970.
    package var captureTime: Int64?
    /// The kind of message, unless it is malformed.
    package var kind: ProfileRecord.Kind?
    /// The outcome.
    package var outcome: ProfileRecord.Outcome
    /// The codes of why it was not accepted, the most decisive first.
    package var reasons: [String] = []
    /// The codes of what a stricter receiver would refuse.
    package var notes: [String] = []
    /// The likely cause of the first reason that has one.
    package var likelyCause: String?
    /// The issuer.
    package var issuer: String?
    /// `IssueInstant`, in seconds since 1970.
    package var issueInstant: Int64?
    /// The verdict on the signature.
    package var verdict = SignatureSummary.Verdict.absent
    /// The first signature's `SignatureMethod`.
    package var signatureMethod: String?
    /// The first signature's `DigestMethod`.
    package var digestMethod: String?
    /// The SHA-256 of the verifying key's SubjectPublicKeyInfo, in hexadecimal digits.
    package var keySHA256: String?
    /// The `EncryptionMethod` of what was decrypted, of parts and of keys.
    package var encryptionMethods: [String] = []
    /// The latest `NotBefore`, in seconds since 1970.
    package var notBefore: Int64?
    /// The earliest `NotOnOrAfter`, in seconds since 1970.
    package var notOnOrAfter: Int64?
    /// The names of the attributes that are there.
    package var attributes: [String] = []
    /// The required names for which there is nothing.
    package var missing: [String] = []
    /// A Boolean value that indicates whether every signed byte survives normalization; `nil` when
    /// nothing was encoded.
    package var preservesSignature: Bool?
    /// The warnings of the normalization.
    package var warnings: [String] = []
    /// The number of bytes of its XML, or of the capture when there is no XML.
    package var byteCount: Int
    /// A Boolean value that indicates whether its run replaced values with hashes; results that do not say so, as those
    /// before version 4, count as redacted.
    package var isRedacted = true

    /// The values and sentences for a table of messages; they are read only if they are asked for.
    package var words = Words()

    /// The part of a record that people use to find a message and to see what happened to it.
    package struct Words: Hashable, Sendable {
        /// The sentence of the first reason that has one.
        package var sentence: String?
        /// The subject's identifier.
        package var subject: String?
        /// A Boolean value that indicates whether nobody verified the subject's identifier.
        package var isSubjectClaimed = false
        /// The IDs of the message and of what it answers.
        package var identifiers: [String] = []
        /// The names and values of attributes.
        package var attributes: [Attribute] = []
        /// A Boolean value that indicates whether attributes have their own names, all of them: not those that were
        /// required, and none is encrypted.
        var hasOwnNames = true
        /// The ID of the message, the one of what it answers, and the audiences, as far as anything says them.
        var id: String?
        var inResponseTo: String?
        var audiences: [String] = []
        /// The address that a response was sent to, or a request wants its answer at.
        var answerAddress: String?
        /// The capture time as the recorder wrote it, and the host.
        var time: String?
        var host: String?
        /// The further places of the message in its file.
        var alsoAt: [MessagePlace] = []

        /// Returns whether one of some texts is the subject's identifier or a value of an attribute, verified or claimed.
        package func isAbout(_ texts: [String]) -> Bool {
            func isOne(_ value: String) -> Bool {
                let value = value.trimmingXMLSpace()
                return texts.contains(value)
            }
            return subject.map(isOne) ?? false
                || attributes.contains { $0.values.contains(where: isOne) }
        }

        /// Returns whether a text occurs in the subject's identifier, an ID or a value of an attribute, in any case.
        package func contains(_ text: String) -> Bool {
            let text = text.lowercased()
            func has(_ value: String) -> Bool { value.lowercased().contains(text) }
            return subject.map(has) ?? false || identifiers.contains(where: has)
                || attributes.contains { $0.values.contains(where: has) }
        }

        /// An attribute.
        package struct Attribute: Hashable, Sendable {
            package let name: String
            package let values: [String]
            /// A Boolean value that indicates whether nobody verified it.
            package let isClaimed: Bool

            package init(name: String, values: [String], isClaimed: Bool = false) {
                self.name = name
                self.values = values
                self.isClaimed = isClaimed
            }
        }
    }

    /// Creates an entry; what is not said here is not known.
    ///
    /// - Parameters:
    ///   - index: The message's place in its run.
    ///   - outcome: What became of it.
    ///   - kind: What kind of message it is.
    ///   - byteCount: The number of its bytes.
    package init(
        index: Int, outcome: ProfileRecord.Outcome, kind: ProfileRecord.Kind?, byteCount: Int = 0
    ) {
        self.index = index
        self.outcome = outcome
        self.kind = kind
        self.byteCount = byteCount
    }

    /// Takes from a record what a report needs.
    ///
    /// - Parameter record: The record.
    package init(_ record: borrowing ProfileRecord) {
        self.init(
            index: record.index, outcome: record.outcome, kind: record.kind,
            byteCount: record.byteCount)
        file = record.source.file
        entry = record.source.entry
        line = record.source.line
        number = record.number
        isRedacted = record.isRedacted
        captureTime = record.source.time.flatMap(Self.captureSeconds)
        reasons = record.reasons.map(\.code.rawValue)
        notes = record.notes.map(\.code)
        likelyCause = record.likelyCause
        issuer = record.groupingIssuer
        issueInstant =
            (record.verified.message == nil
            ? record.claimed?.unverified.message?.issueInstant
            : record.verified.message?.issueInstant)?.secondsSinceEpoch
        verdict = record.signature.verdict
        signatureMethod = record.signature.signatureMethod
        digestMethod = record.signature.digestMethod
        keySHA256 = record.signature.keySHA256
        if let encryption = record.encryption {
            encryptionMethods = encryption.methods + encryption.keyTransports
        }
        notBefore =
            (record.verified.notBefore ?? record.claimed?.unverified.notBefore)?.secondsSinceEpoch
        notOnOrAfter =
            (record.verified.notOnOrAfter ?? record.claimed?.unverified.notOnOrAfter)?
            .secondsSinceEpoch
        attributes =
            record.verified.attributes.isEmpty
            ? record.claimed?.unverified.attributes.map(\.name) ?? []
            : record.verified.attributes.map(\.name)
        missing = record.missing
        preservesSignature = record.normalization?.preservesSignature
        warnings = record.normalization?.warnings.map(\.rawValue) ?? []
    }

    /// The whole seconds since 1970 of a time as records write it.
    static func seconds(_ text: String) -> Int64? {
        SAML.Instant(parsing: text)?.secondsSinceEpoch
    }

    /// The whole seconds since 1970 of a capture time, in any of the forms that recorders write.
    static func captureSeconds(_ text: String) -> Int64? {
        seconds(text) ?? CaptureTime(parsing: text).instant?.secondsSinceEpoch
    }

    /// The outcome; never content of the message.
    package var description: String { "ResultEntry(\(index), \(outcome))" }
}
