internal import Captures
internal import SAML2
package import SAMLBindings

/// A message as far as sign-ons are made of it.
///
/// What it says of itself pairs it with others, and stays a claim, signed or not; only the outcome and the reason
/// are those of its record.
package struct SignOnMessage: Sendable {
    /// The part that a message plays in a sign-on.
    enum Role: Hashable {
        case request(id: String)
        case response(to: String)
        /// It could not be read, and may have been either.
        case unreadable
    }

    /// What a message says of itself.
    package struct Claims: Hashable, Sendable, Codable {
        package let id: String?
        package let inResponseTo: String?
        package let issuer: String?
        let audiences: [String]
        /// The address that a response was sent to, or a request wants its answer at.
        let address: String?
        let subject: String?
        /// The names of the attributes in it, or that it asks for; none if they are not known.
        let attributes: [String]

        /// Takes what is needed, of names that senders choose the length and the number of.
        package init(
            id: String?, inResponseTo: String?, issuer: String?, audiences: [String],
            address: String?, subject: String?, attributes: [String]
        ) {
            self.id = id?.usable
            self.inResponseTo = inResponseTo?.usable
            self.issuer = issuer?.bounded
            self.audiences = audiences.bounded
            self.address = address.flatMap { $0.isEmpty ? nil : $0.bounded }
            self.subject = subject?.bounded
            self.attributes = attributes.count <= mostNames ? attributes.bounded : []
        }
    }

    private let shared: Shared
    /// The number of the last entry, or line, of the file in which the message stands.
    package var lastPlace: Int?
    /// A Boolean value that indicates whether the message is one of those that were asked for, and has a record.
    package var isChosen = true

    /// The longest ID that messages are paired by, in bytes.
    fileprivate static let longestID = 256
    fileprivate static let longestName = 300
    fileprivate static let mostNames = 100

    /// Takes the parts of a message; `nil` for one that belongs to no sign-on.
    package init?(
        index: Int, kind: ProfileRecord.Kind?, outcome: ProfileRecord.Outcome, reason: String?,
        cause: String?, source: MessageSource, issued: Int64?, claims: @autoclosure () -> Claims
    ) {
        guard SignOnMessage.mayTakePart(kind, outcome) else { return nil }
        lastPlace = source.entry ?? source.line
        for place in source.alsoAt {
            if let number = place.entry ?? place.line { lastPlace = max(lastPlace ?? 0, number) }
        }
        shared = Shared(
            Facts(
                index: index, kindName: kind?.rawValue, outcomeName: outcome.rawValue,
                reason: reason, cause: cause, file: source.file, entry: source.entry,
                line: source.line, host: source.host,
                time: source.time.flatMap { CaptureTime(parsing: $0).microseconds }
                    .map { $0 / 1000 },
                // Checkpoints hold no longer numbers.
                issued: issued.flatMap { abs($0) < 1_000_000_000_000 ? $0 : nil },
                claims: claims()))
        guard role != nil else { return nil }
    }

    /// Takes a message from its record; `nil` for one that belongs to no sign-on.
    package init?(_ record: borrowing ProfileRecord) {
        guard Self.mayTakePart(record.kind, record.outcome),
            record.kind != nil || record.byteCount > 0
        else { return nil }
        // What a record holds is looked at where it is: a copy costs as much as all the rest.
        let isIdentified = record.verified.message != nil
        let isStated = !record.verified.attributes.isEmpty
        // With required attributes they are listed by the names that were required.
        let isByOwnName =
            (isStated
                ? record.verified.otherAttributes : record.claimed?.unverified.otherAttributes)
            == nil
        let isWhole = isByOwnName && !record.encrypted.contains(.attribute)
        self.init(
            index: record.index, kind: record.kind, outcome: record.outcome,
            reason: record.reasons.first?.code.rawValue, cause: record.likelyCause,
            source: record.source,
            issued: (isIdentified
                ? record.verified.message?.issueInstant
                : record.claimed?.unverified.message?.issueInstant)?.secondsSinceEpoch,
            claims: Claims(
                id: isIdentified
                    ? record.verified.message?.id : record.claimed?.unverified.message?.id,
                inResponseTo: isIdentified
                    ? record.verified.message?.inResponseTo
                    : record.claimed?.unverified.message?.inResponseTo,
                issuer: record.groupingIssuer,
                audiences: record.verified.audiences.isEmpty
                    ? record.claimed?.unverified.audiences ?? [] : record.verified.audiences,
                address: record.kind?.isRequest == true
                    ? record.claimed?.unverified.message?.assertionConsumerServiceURL
                    : isIdentified
                        ? record.verified.message?.destination
                        : record.claimed?.unverified.message?.destination,
                subject: record.verified.nameID?.value
                    ?? record.claimed?.unverified.nameID?.value,
                attributes: !isWhole
                    ? []
                    : isStated
                        ? record.verified.attributes.map(\.name)
                        : record.claimed?.unverified.attributes.map(\.name) ?? []))
    }

    var role: Role? {
        switch kind {
        case .authnRequest, .attributeQuery, .logoutRequest: claims.id.map { .request(id: $0) }
        case .response, .logoutResponse: claims.inResponseTo.map { .response(to: $0) }
        case .artifactResolve, .artifactResponse, .assertion, .metadata: nil
        case nil: .unreadable
        }
    }

    private static func mayTakePart(
        _ kind: ProfileRecord.Kind?, _ outcome: ProfileRecord.Outcome
    ) -> Bool {
        kind?.takesPartInSignOns ?? (outcome == .malformed)
    }
}

extension SignOnMessage {
    /// The facts of a message, as checkpoints have them.
    fileprivate struct Facts: Hashable, Sendable, Codable {
        let index: Int
        let kindName: String?
        let outcomeName: String
        let reason: String?
        let cause: String?
        let file: String?
        let entry: Int?
        let line: Int?
        let host: String?
        let time: Int64?
        let issued: Int64?
        let claims: Claims
    }

    /// The facts, kept once: a run hands a message on more often than it reads it.
    fileprivate final class Shared: Sendable {
        let facts: Facts
        let kind: ProfileRecord.Kind?
        let outcome: ProfileRecord.Outcome

        init(_ facts: Facts) {
            self.facts = facts
            kind = facts.kindName.flatMap { ProfileRecord.Kind(rawValue: $0) }
            outcome = ProfileRecord.Outcome(rawValue: facts.outcomeName) ?? .malformed
        }
    }

    package var kind: ProfileRecord.Kind? { shared.kind }
    package var outcome: ProfileRecord.Outcome { shared.outcome }
    /// The message's place among all messages of its run, counted from 0.
    package var index: Int { shared.facts.index }
    /// The code of the first reason.
    package var reason: String? { shared.facts.reason }
    /// The first likely cause.
    package var cause: String? { shared.facts.cause }
    package var file: String? { shared.facts.file }
    package var entry: Int? { shared.facts.entry }
    package var line: Int? { shared.facts.line }
    package var host: String? { shared.facts.host }
    /// The capture time in milliseconds since 1970.
    package var time: Int64? { shared.facts.time }
    /// `IssueInstant` in seconds since 1970.
    var issued: Int64? { shared.facts.issued }
    package var claims: Claims { shared.facts.claims }
}

extension SignOnMessage: Hashable {
    package static func == (one: SignOnMessage, other: SignOnMessage) -> Bool {
        one.shared.facts == other.shared.facts && one.lastPlace == other.lastPlace
            && one.isChosen == other.isChosen
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(shared.facts)
    }
}

extension SignOnMessage: Codable {
    private enum CodingKeys: String, CodingKey { case lastPlace, isChosen }

    package init(from decoder: any Decoder) throws {
        shared = Shared(try Facts(from: decoder))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        lastPlace = try values.decodeIfPresent(Int.self, forKey: .lastPlace)
        isChosen = try values.decode(Bool.self, forKey: .isChosen)
    }

    package func encode(to encoder: any Encoder) throws {
        try shared.facts.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(lastPlace, forKey: .lastPlace)
        try values.encode(isChosen, forKey: .isChosen)
    }
}

extension ProfileRecord.Kind {
    /// A Boolean value that indicates whether a message of this kind asks for another.
    package var isRequest: Bool {
        switch self {
        case .authnRequest, .attributeQuery, .logoutRequest, .artifactResolve: true
        case .response, .logoutResponse, .artifactResponse, .assertion, .metadata: false
        }
    }

    /// An artifact is resolved on the way; the record of its answer is that of the message in it.
    fileprivate var takesPartInSignOns: Bool {
        ![.artifactResolve, .artifactResponse, .assertion, .metadata].contains(self)
    }
}

extension String {
    /// The text as an ID that messages are paired by; `nil` if it is not one.
    fileprivate var usable: String? {
        (1...SignOnMessage.longestID).contains(utf8.count) ? self : nil
    }

    /// The text, or as much of it as is kept.
    fileprivate var bounded: String {
        utf8.count <= SignOnMessage.longestName
            ? self : String(unicodeScalars.prefix(SignOnMessage.longestName / 4)) + "…"
    }
}

extension [String] {
    /// The names, or as many and as much of them as are kept.
    fileprivate var bounded: [String] {
        let isShort =
            count <= SignOnMessage.mostNames
            && allSatisfy { $0.utf8.count <= SignOnMessage.longestName }
        return isShort ? self : prefix(SignOnMessage.mostNames).map(\.bounded)
    }
}
