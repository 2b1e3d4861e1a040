internal import Captures
internal import SAML2
package import SAMLBindings

/// A message as far as sign-ons are made of it.
///
/// What it says of itself pairs it with others, and stays a claim, signed or not; only the outcome and the reason
/// are those of its record.
package struct SignOnMessage: Hashable, Sendable, Codable {
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
        let subject: String?
        /// The names of the attributes in it, or that it asks for; none if they are not known.
        let attributes: [String]

        /// Takes what is needed, of names that senders choose the length and the number of.
        package init(
            id: String?, inResponseTo: String?, issuer: String?, audiences: [String],
            subject: String?, attributes: [String]
        ) {
            self.id = id?.usable
            self.inResponseTo = inResponseTo?.usable
            self.issuer = issuer?.bounded
            self.audiences = audiences.bounded
            self.subject = subject?.bounded
            self.attributes = attributes.count <= mostNames ? attributes.bounded : []
        }
    }

    /// The message's place among all messages of its run, counted from 0.
    package let index: Int
    private let kindName: String?
    private let outcomeName: String
    /// The code of the first reason, and the first likely cause.
    package let reason: String?
    package let cause: String?
    package let file: String?
    package let entry: Int?
    package let line: Int?
    /// The number of the last entry, or line, of the file in which the message stands.
    package var lastPlace: Int?
    package let host: String?
    /// The capture time in milliseconds since 1970.
    package let time: Int64?
    /// `IssueInstant` in seconds since 1970.
    let issued: Int64?
    package let claims: Claims
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
        self.index = index
        kindName = kind?.rawValue
        outcomeName = outcome.rawValue
        self.reason = reason
        self.cause = cause
        file = source.file
        entry = source.entry
        line = source.line
        lastPlace = source.entry ?? source.line
        for place in source.alsoAt {
            if let number = place.entry ?? place.line { lastPlace = max(lastPlace ?? 0, number) }
        }
        host = source.host
        time = source.time.flatMap { CaptureTime(parsing: $0).microseconds }.map { $0 / 1000 }
        // Checkpoints hold no longer numbers.
        self.issued = issued.flatMap { abs($0) < 1_000_000_000_000 ? $0 : nil }
        self.claims = claims()
        guard role != nil else { return nil }
    }

    /// Takes a message from its record; `nil` for one that belongs to no sign-on.
    package init?(_ record: ProfileRecord) {
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
                subject: record.verified.nameID?.value
                    ?? record.claimed?.unverified.nameID?.value,
                attributes: !isWhole
                    ? []
                    : isStated
                        ? record.verified.attributes.map(\.name)
                        : record.claimed?.unverified.attributes.map(\.name) ?? []))
    }

    package var kind: ProfileRecord.Kind? { kindName.flatMap { ProfileRecord.Kind(rawValue: $0) } }
    package var outcome: ProfileRecord.Outcome {
        ProfileRecord.Outcome(rawValue: outcomeName) ?? .malformed
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
