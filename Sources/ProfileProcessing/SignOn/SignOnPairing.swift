/// Pairs requests and responses, one message after the other in the order of a run.
///
/// It holds at most twice ``openLimit`` requests, and few responses whose request did not come yet.
package struct SignOnPairing: Sendable {
    /// The number of requests after a request among which its answers are looked for, at least.
    package static let openLimit = 4096
    /// The number of responses between a response and a request that comes after it, at least.
    package static let waitingLimit = 64

    private var open: [SignOn] = []
    /// The number of sign-ons before the first open one.
    private var closedCount = 0
    /// The number of the last sign-on with each ID.
    private var numbers: [String: Int] = [:]
    private var waiting: [SignOnMessage] = []
    private var closed = SignOns()

    /// Nothing yet.
    package init() {}

    /// Takes the next message.
    package mutating func add(_ message: SignOnMessage) {
        switch message.role {
        case .request(let id): addRequest(message, id)
        case .response(let id):
            if let place = place(of: id) {
                open[place].take(message)
            } else {
                wait(message)
            }
        case .unreadable:
            // It may be the answer to the request before it.
            guard let last = open.indices.last, open[last].response == nil,
                open[last].unreadable == nil, open[last].request.file == message.file
            else { return }
            open[last].unreadable = message
        case nil: return
        }
    }

    /// Most captures have responses alone, for which nothing is to be looked up.
    private func place(of id: String) -> Int? {
        numbers.isEmpty ? nil : numbers[id].map { $0 - closedCount }
    }

    private mutating func addRequest(_ message: SignOnMessage, _ id: String) {
        if let place = place(of: id), open[place].response == nil {
            // Captured again before its answer: the answer is in the file of the last one.
            if open[place].request.file != message.file { open[place].request = message }
            return
        }
        var signOn = SignOn(request: message)
        for response in waiting where response.claims.inResponseTo == id { signOn.take(response) }
        if signOn.response != nil { waiting.removeAll { $0.claims.inResponseTo == id } }
        numbers[id] = closedCount + open.count
        open.append(signOn)
        if open.count >= 2 * Self.openLimit { close(Self.openLimit) }
    }

    private mutating func wait(_ response: SignOnMessage) {
        waiting.append(response)
        guard waiting.count >= 2 * Self.waitingLimit else { return }
        for response in waiting.prefix(Self.waitingLimit) { closed.add(withoutRequest: response) }
        waiting.removeFirst(Self.waitingLimit)
    }

    private mutating func close(_ count: Int) {
        for (place, signOn) in open.prefix(count).enumerated() {
            if let id = signOn.request.claims.id, numbers[id] == closedCount + place {
                numbers[id] = nil
            }
            closed.add(signOn)
            if signOn.response == nil, signOn.isChosen { closed.endlessCount += 1 }
        }
        open.removeFirst(count)
        closedCount += count
    }

    /// The sign-ons so far.
    package var signOns: SignOns {
        var signOns = closed
        for signOn in open { signOns.add(signOn) }
        for response in waiting { signOns.add(withoutRequest: response) }
        return signOns
    }
}

extension SignOnPairing: Codable {
    private enum CodingKeys: String, CodingKey { case open, waiting, closed }

    /// Reads the state of a checkpoint.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        open = try values.decode([SignOn].self, forKey: .open)
        waiting = try values.decode([SignOnMessage].self, forKey: .waiting)
        closed = try values.decode(SignOns.self, forKey: .closed)
        for (number, signOn) in open.enumerated() {
            if let id = signOn.request.claims.id { numbers[id] = number }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(open, forKey: .open)
        try values.encode(waiting, forKey: .waiting)
        try values.encode(closed, forKey: .closed)
    }
}

/// The sign-ons of a run: how many, and those that are shown.
package struct SignOns: Hashable, Sendable, Codable {
    /// The number of sign-ons by outcome.
    package private(set) var counts: [String: Int] = [:]
    /// The number of logouts, and of those without an answer.
    package private(set) var logoutCount = 0
    package private(set) var unansweredLogoutCount = 0
    /// The number of requests with more than one response.
    package private(set) var repeatedCount = 0
    /// The number of responses that differ from what was asked for.
    package private(set) var differentCount = 0
    /// The number of responses whose request was not found.
    package private(set) var withoutRequestCount = 0
    /// The number of requests without an answer after which too many others came to look on.
    package internal(set) var endlessCount = 0
    /// The sign-ons that are shown, in the order of their requests.
    package var shown: [SignOn] = []
    /// The first responses whose request was not found.
    package private(set) var withoutRequest: [SignOnMessage] = []
    private var shownOddCount = 0

    private static let mostOdd = 200
    private static let mostPlain = 100
    private static let mostWithoutRequest = 20

    /// A Boolean value that indicates whether no request was captured, so that there is nothing to tell.
    package var isEmpty: Bool { count + logoutCount == 0 }
    /// The number of sign-ons.
    package var count: Int { SignOn.Outcome.allCases.reduce(0) { $0 + count($1) } }
    /// The number of sign-ons and logouts that are not shown.
    package var hiddenCount: Int { count + logoutCount - shown.count }

    package func count(_ outcome: SignOn.Outcome) -> Int { counts[outcome.rawValue] ?? 0 }

    /// None yet.
    package init() {}

    mutating func add(_ signOn: SignOn) {
        guard signOn.isChosen else { return }
        if signOn.isLogout {
            logoutCount += 1
            if signOn.response == nil { unansweredLogoutCount += 1 }
        } else {
            counts[signOn.outcome.rawValue, default: 0] += 1
        }
        if signOn.responseCount > 1 { repeatedCount += 1 }
        if signOn.isDifferent { differentCount += 1 }
        let isOdd = signOn.isOdd
        let plainCount = shown.count - shownOddCount
        guard isOdd ? shownOddCount < Self.mostOdd : plainCount < Self.mostPlain else { return }
        if isOdd { shownOddCount += 1 }
        shown.append(signOn)
    }

    mutating func add(withoutRequest response: SignOnMessage) {
        withoutRequestCount += 1
        if withoutRequest.count < Self.mostWithoutRequest { withoutRequest.append(response) }
    }
}
