/// The faults that a sandbox injects, and their probability.
///
/// The same seed and the same requests give the same faults.
package struct FaultPlan: Codable, Equatable, Sendable {
    /// The seed of the dice.
    var seed: UInt64 = 1
    /// The rules; the first one whose path fits and whose dice fall is used.
    var rules: [Rule] = []

    /// One thing that goes wrong.
    struct Rule: Codable, Equatable, Sendable {
        /// The beginning of the path.
        var path = "/"
        /// The kind of fault.
        var kind: Kind
        /// The probability, from 0 to 1.
        var probability: Double = 1
        /// The delay of an answer in milliseconds, for `latency`.
        var milliseconds = 1_000
        /// The status of the answer, for `html` and `enhanced`.
        var status = 500
        /// The code of the enhanced error, for `enhanced`.
        var code = "internal_server_error"
        /// The action of the enhanced error, for `enhanced`; the documented one without it.
        var action: String?
    }

    /// A kind of fault.
    enum Kind: String, Codable, CaseIterable {
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
