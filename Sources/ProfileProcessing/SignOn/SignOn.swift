internal import Captures
internal import SAML2

/// A request and what answered it, with the calls between them.
package struct SignOn: Hashable, Sendable, Codable {
    /// What became of a request.
    package enum Outcome: String, Sendable, CaseIterable {
        case accepted, unverified, rejected
        /// It was answered by a message that is not judged, such as a LogoutResponse.
        case answered
        case unanswered
    }

    /// The request; captured twice before its answer, it is the last one in another file.
    package internal(set) var request: SignOnMessage
    /// The responses to it, the first few of them.
    package private(set) var responses: [SignOnMessage] = []
    /// The number of responses to it; more than one are a replay, or one that was captured twice.
    package private(set) var responseCount = 0
    /// A message of the same file that could not be read, where no response could.
    package internal(set) var unreadable: SignOnMessage?
    /// The calls from the request to the response, both included, as far as they were looked for.
    package var calls = SignOnCalls()

    private static let mostResponses = 4

    init(request: SignOnMessage) { self.request = request }

    mutating func take(_ response: SignOnMessage) {
        responseCount += 1
        if responses.count < Self.mostResponses { responses.append(response) }
    }

    /// The response that counts: the first.
    package var response: SignOnMessage? { responses.first }

    package var outcome: Outcome {
        guard let response else { return .unanswered }
        return switch response.outcome {
        case .accepted: .accepted
        case .unverified: .unverified
        case .rejected, .malformed: .rejected
        case .notJudged: .answered
        }
    }

    /// A Boolean value that indicates whether it ends a session rather than begins one.
    package var isLogout: Bool { request.kind == .logoutRequest }

    /// A Boolean value that indicates whether one of its messages is among those that were asked for.
    var isChosen: Bool { request.isChosen || responses.contains(where: \.isChosen) }

    /// A Boolean value that indicates whether there is something to say of it beside that it went well.
    package var isOdd: Bool {
        ![.accepted, .unverified, .answered].contains(outcome) || responseCount > 1 || isDifferent
    }

    /// A Boolean value that indicates whether the response says something else than what was asked for; a provider may
    /// leave out attributes.
    package var isDifferent: Bool {
        differences.contains { $0.code != SignOnDifference.unanswered }
    }

    /// The milliseconds from the request to the response, and whether their captures say so or their IssueInstants do;
    /// `nil` where neither does.
    package var duration: (milliseconds: Int64, isCaptured: Bool)? {
        guard let response else { return nil }
        if let begin = request.time, let end = response.time { return (end - begin, true) }
        guard let begin = request.issued, let end = response.issued else { return nil }
        return (Self.milliseconds(from: begin, to: end), false)
    }

    /// The milliseconds between two times in seconds; those of a changed journal may be any.
    private static func milliseconds(from begin: Int64, to end: Int64) -> Int64 {
        let limit: Int64 = 1_000_000_000_000
        return min(max(end - begin, -limit), limit) * 1000
    }

    /// The numbers of the entries, or lines, from the request to the last that has the response; `nil` if they are not in
    /// one file.
    package var span: ClosedRange<Int>? {
        guard let response, request.file == response.file,
            let begin = request.place, let end = response.place
        else { return nil }
        return min(begin, end)...max(begin, response.lastPlace ?? end)
    }
}

extension SignOnMessage {
    /// The number of the entry, or else of the line, in the file.
    var place: Int? { entry ?? line }
}

/// A way in which a response differs from what its request asked for.
///
/// It changes no outcome: `--query` judges a response by its query.
package struct SignOnDifference: Hashable, Sendable {
    /// The name of the failure that it would be, or `attributesUnanswered`.
    package let code: String
    package let sentence: String

    static let unanswered = "attributesUnanswered"
    /// The seconds by which clocks may differ, as everywhere else.
    static let clockSkew: Int64 = 60
}

extension SignOn {
    /// The ways in which the response differs from what was asked for, as far as both say it.
    package var differences: [SignOnDifference] {
        guard let response, response.kind == .response else { return [] }
        let (asked, told) = (request.claims, response.claims)
        var found: [SignOnDifference] = []
        if let issuer = asked.issuer, !told.audiences.isEmpty,
            !told.audiences.contains(where: { Self.isSame($0, issuer) })
        {
            found.append(
                SignOnDifference(
                    .audienceMismatch,
                    "The request is from \(issuer); the response is for \(told.audiences.joined(separator: ", "))."
                ))
        }
        if let address = asked.address, let other = told.address, !Self.isSame(address, other) {
            let (wanted, stated) = (address.shownAddress, other.shownAddress)
            let rest = wanted == stated ? ", which differ in what is not shown" : ""
            found.append(
                SignOnDifference(
                    .recipientMismatch,
                    "The response is for \(stated), and the request wants its answer at \(wanted)\(rest)."
                ))
        }
        if let subject = asked.subject, let other = told.subject, !Self.isSame(subject, other) {
            found.append(
                SignOnDifference(
                    .subjectMismatch,
                    "The response is about another subject than the request asks for."))
        }
        if let begin = request.issued, let end = response.issued,
            begin - end > SignOnDifference.clockSkew
        {
            found.append(
                SignOnDifference(
                    code: "issuedBeforeRequest",
                    sentence:
                        "By its IssueInstant the response is \(Self.text(milliseconds: Self.milliseconds(from: end, to: begin))) older than the request: one of both clocks is wrong, or the response is an old one."
                ))
        }
        return found + attributeDifferences
    }

    /// The names that were asked for and not answered, and those that were answered and not asked for.
    private var attributeDifferences: [SignOnDifference] {
        guard let response, request.kind == .attributeQuery else { return [] }
        // Nothing is known of what could not be read.
        let asked = request.claims.attributes
        let told = response.claims.attributes
        guard !asked.isEmpty, !told.isEmpty else { return [] }
        let subject = response.claims.subject == nil ? [] : [SAML.AttributeSelection.nameIDName]
        let (askedSet, toldSet) = (Set(asked.map(Name.init)), Set((told + subject).map(Name.init)))
        let lacking = asked.filter { !toldSet.contains(Name($0)) }
        let besides = told.filter { !askedSet.contains(Name($0)) }
        var found: [SignOnDifference] = []
        if !besides.isEmpty {
            found.append(
                SignOnDifference(
                    .unrequestedAttribute,
                    "The response has attributes that the query does not ask for: \(besides.joined(separator: ", "))."
                ))
        }
        if lacking.count == asked.count {
            found.append(
                SignOnDifference(
                    .requestedAttributesMissing,
                    "The response has none of the attributes that the query asks for."))
        } else if !lacking.isEmpty {
            found.append(
                SignOnDifference(
                    code: SignOnDifference.unanswered,
                    sentence:
                        "Asked for, and not in the response: \(lacking.joined(separator: ", "))."))
        }
        return found
    }

    /// A name, equal byte for byte only.
    private struct Name: Hashable {
        let bytes: [UInt8]
        init(_ text: String) { bytes = Array(text.utf8) }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }
}

extension SignOnDifference {
    fileprivate init(_ failure: SAML.ConditionsFailure, _ sentence: String) {
        self.init(code: failure.rawValue, sentence: sentence)
    }
}
