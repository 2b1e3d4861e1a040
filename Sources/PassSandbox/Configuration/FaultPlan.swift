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
        /// The method; every one without the member.
        var method: String?
        /// The number of times that the rule is used; without the member, always.
        var times: Int?
        /// The kind of fault.
        var kind: Kind
        /// The probability, from 0 to 1.
        var probability: Double = 1
        /// The delay of an answer in milliseconds, for `latency`; that of a byte, for `drip`; the
        /// time until the date, for `retryAfterDate`.
        var milliseconds = 1_000
        /// The status of the answer, for `html`, `enhanced`, `oversizedError` and `retryAfterDate`;
        /// 503 for the last one and 500 for the others without the member.
        var status: Int?
        /// The code of the enhanced error, for `enhanced`.
        var code = "internal_server_error"
        /// The action of the enhanced error, for `enhanced`; the documented one without it.
        var action: String?
        /// The address, for `redirect`.
        var location = "/"
        /// The blanks after the error, for `oversizedError`.
        var bytes = 4_194_304
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
        /// The connection ends after half of the body.
        case truncate
        /// The body comes one byte at a time.
        case drip
        /// The answer is a redirection.
        case redirect
        /// The body is in gzip, whether the client takes it or not.
        case gzip
        /// The content type of the answer is that of a page.
        case wrongContentType
        /// The answer is an enhanced error with very many blanks.
        case oversizedError
        /// The answer is an error page, with `Retry-After` as a date.
        case retryAfterDate
        /// The connection is reset before anything is done.
        case reset
    }
}

extension FaultPlan.Rule {
    /// Reads a rule from a header field: a kind, and perhaps values, as in `html; status=503`.
    init?(field: String) {
        let parts = field.split(separator: ";").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
        guard let kind = parts.first.flatMap(FaultPlan.Kind.init(rawValue:)) else { return nil }
        self.init(kind: kind)
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            switch (String(pair[0]), Int(pair[1]) ?? -1) {
            case ("status", let number) where (400...599).contains(number): status = number
            case ("milliseconds", let number) where (0...600_000).contains(number):
                milliseconds = number
            case ("bytes", let number) where (0...67_108_864).contains(number): bytes = number
            case ("code", _): code = String(pair[1])
            case ("action", _): action = String(pair[1])
            case ("location", _): location = String(pair[1])
            default: return nil
            }
        }
    }
}
