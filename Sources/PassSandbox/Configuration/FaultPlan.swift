/// The faults that a sandbox injects, and their probability.
///
/// The same seed and the same requests give the same faults.
package struct FaultPlan: Codable, Hashable, Sendable {
    /// The seed of the dice.
    package var seed: UInt64 = 1
    /// The rules; the first one whose path fits and whose dice fall is used.
    package var rules: [Rule] = []

    /// Creates a plan in which nothing goes wrong.
    package init() {}

    /// Reads a plan.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` if a member has another form than expected.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        seed = try members.value(.seed, or: 1)
        rules = try members.value(.rules, or: [])
    }

    /// One thing that goes wrong.
    package struct Rule: Codable, Hashable, Sendable {
        /// The beginning of the path.
        package var path: String
        /// The probability, from 0 to 1.
        package var probability: Double
        /// The kind of fault.
        package var kind: Kind
        /// The delay of an answer in milliseconds, for `latency`.
        package var milliseconds: Int
        /// The status of the answer, for `html` and `enhanced`.
        package var status: Int
        /// The code of the enhanced error, for `enhanced`.
        package var code: String
        /// The action of the enhanced error, for `enhanced`; the documented one without it.
        package var action: String?

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - path: How the path begins.
        ///   - kind: What happens.
        ///   - probability: How often, from 0 to 1.
        ///   - milliseconds: How long an answer is held back, for `latency`.
        ///   - status: The status of the answer, for `html` and `enhanced`.
        ///   - code: The code of the enhanced error, for `enhanced`.
        ///   - action: The action of the enhanced error; the documented one if `nil`.
        package init(
            path: String, kind: Kind, probability: Double = 1, milliseconds: Int = 1_000,
            status: Int = 500, code: String = "internal_server_error", action: String? = nil
        ) {
            self.path = path
            self.kind = kind
            self.probability = probability
            self.milliseconds = milliseconds
            self.status = status
            self.code = code
            self.action = action
        }

        /// Reads a rule.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                path: try members.value(.path, or: "/"),
                kind: try members.decode(Kind.self, forKey: .kind),
                probability: try members.value(.probability, or: 1),
                milliseconds: try members.value(.milliseconds, or: 1_000),
                status: try members.value(.status, or: 500),
                code: try members.value(.code, or: "internal_server_error"),
                action: try members.decodeIfPresent(String.self, forKey: .action))
            guard (0...1).contains(probability), (400...599).contains(status),
                (0...600_000).contains(milliseconds)
            else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "probability 0 to 1, status 400 to 599, at most 600000 ms"
                    ))
            }
        }
    }

    /// A kind of fault.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The answer is held back.
        case latency
        /// The answer is 429 with the page that throttling has.
        case tooManyRequests
        /// The answer is a page of HTML with the rule's status.
        case html
        /// The answer is an enhanced error with the rule's status, code and action.
        case enhanced
        /// The connection is closed before anything is done.
        case dropBefore
        /// The connection is closed after everything is done.
        case dropAfter
        /// The access token counts as expired.
        case expiredToken
    }
}
