internal import PayloadCoding
package import ProfileProcessing
package import SAML2

/// Everything that decides what the records of a run say, and so has to be equal to resume it.
///
/// Its members are what runs are compared by. Keys are described by their content, whatever the
/// names of their files.
package struct RunDescription: Encodable, Hashable, Sendable {
    /// The version of the program.
    package var version: String
    /// The files and folders, as they were named.
    package var inputs: [String]
    /// The reading options.
    package var reading: Reading
    /// The format of the results.
    package var resultFormat: String
    /// The part of the input that is processed: its number and the number of parts.
    package var shard: [Int]?
    /// The texts that messages are chosen by.
    package var selection: [String?] = []
    /// The number of entries in the input, where a part of it is processed.
    package var entryCount: Int?
    /// A Boolean value that indicates whether repeated messages get no record.
    package var deduplicates: Bool
    /// A Boolean value that indicates whether a report is made.
    package var hasReport: Bool
    /// A Boolean value that indicates whether hashes take the place of values.
    package var redacts: Bool
    /// The fingerprint of a key for the hashes that was given.
    package var redactionKey: String?
    /// The names of the policies beyond the standard one.
    package var policies: [String]
    /// The name of each decryption key, derived from its content.
    package var decryptionKeys: [String]

    /// A Boolean value that indicates whether records carry the payload.
    package let payload: Bool
    /// The trusted keys with what they are trusted for; `nil` without verification.
    package let trustedKeys: [String]?
    /// The names that must be there.
    package let requiredAttributes: [String]
    /// A Boolean value that indicates whether records carry the values of all attributes.
    package let allAttributes: Bool
    /// The normalization of white space.
    package let normalization: String
    /// The values that conditions are checked against.
    package let conditions: Conditions

    /// The options for reading inputs.
    package struct Reading: Encodable, Hashable, Sendable {
        let format: String?
        let field: String?

        /// Creates a description; `nil` is what a reader does by itself.
        package init(format: String?, field: String?) {
            self.format = format
            self.field = field
        }
    }

    /// The values that conditions are checked against, without the trusted keys.
    package struct Conditions: Encodable, Hashable, Sendable {
        let now: String?
        let options: [String]
        let judgesQueries: Bool
        let query: Query?

        struct Query: Encodable, Hashable, Sendable {
            let id: String?
            let subject: String?
            let attributes: [String]
        }
    }

    /// Describes a run.
    ///
    /// - Parameters:
    ///   - options: What is done to each message.
    ///   - now: The time, where it was given; a run without one keeps the time it began at.
    ///   - version: The version of the program.
    ///   - inputs: The files and folders, as they were named.
    ///   - reading: How the inputs are read.
    ///   - resultFormat: The format of the results.
    package init(
        options: ProfileProcessor.Options, now: SAML.Instant?, version: String, inputs: [String],
        reading: Reading, resultFormat: String
    ) {
        self.version = version
        self.inputs = inputs
        self.reading = reading
        self.resultFormat = resultFormat
        deduplicates = false
        hasReport = false
        redacts = options.redaction != nil
        policies = []
        decryptionKeys = []
        payload = options.includesPayload
        trustedKeys = options.trust?.inventory
        requiredAttributes = options.requiredAttributes
        allAttributes = options.includesAllAttributes
        normalization = options.normalization.rawValue
        let context = options.context
        conditions = Conditions(
            now: context.isTimeOfIssue
                ? "issued" : options.judgesWhenCaptured ? "captured" : now?.description,
            options: context.options.flatMap { [$0.name, $0.value ?? ""] },
            judgesQueries: options.judgesQueries,
            query: context.query.map { query in
                Conditions.Query(
                    id: query.id, subject: query.subject?.nameID?.value,
                    attributes: query.requestedAttributes.map(\.name))
            })
    }
}
