internal import XMLCore

extension SAML {
    /// The receiver's side of an exchange: whom it trusts, its own names, the request it waits for, and the time.
    ///
    /// A `nil` property is not checked; ``checks`` lists those that are, and ``missingChecks`` those that the
    /// profile asks for and the context cannot make.
    package struct ProcessingContext: Hashable, Sendable {
        /// The kind of exchange.
        package var profile: Profile
        /// The keys that are trusted, by issuer and role; without them nothing is verified.
        package var trust: TrustStore?
        /// The time of receipt.
        package var now: Instant?
        /// A Boolean value that indicates whether each message is judged at its own `IssueInstant`, which it must then have.
        package var isTimeOfIssue = false
        /// The largest difference allowed between the sender's clock and the receiver's, in seconds.
        package var clockSkew: Int64
        /// The receiver's own name, which must be an audience.
        package var audience: String?
        /// The identity provider that must have issued the response.
        package var issuer: String?
        /// The address the response must be meant for.
        package var recipient: String?
        /// The ID of the request the response must answer.
        package var inResponseTo: String?
        /// A Boolean value that indicates whether no request was made: a response must then answer none.
        package var isUnsolicited: Bool
        /// The query the response must answer: its ID, its subject and the attributes it asks for.
        package var query: AttributeQuery?
        /// The conditions that an assertion may lack though the receiver's name is known.
        package var acceptedAbsences: Set<AbsentCondition> = []

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - now: The time of receipt; `nil` leaves all times unchecked.
        ///   - audience: The receiver's own name; `nil` leaves audiences unchecked.
        ///   - clockSkew: The largest difference allowed between the clocks: 60 seconds unless given.
        ///   - issuer: The identity provider expected.
        ///   - recipient: The address expected.
        ///   - inResponseTo: The ID of the request.
        ///   - isUnsolicited: Whether no request was made.
        ///   - profile: The kind of exchange: an attribute query unless given.
        ///   - query: The query the response must answer.
        ///   - trust: The trusted keys.
        package init(
            now: Instant?, audience: String?, clockSkew: Int64 = 60,
            issuer: String? = nil, recipient: String? = nil, inResponseTo: String? = nil,
            isUnsolicited: Bool = false, profile: Profile = .attributeQuery,
            query: AttributeQuery? = nil, trust: TrustStore? = nil
        ) {
            self.profile = profile
            self.trust = trust
            self.now = now
            self.clockSkew = clockSkew
            self.audience = audience
            self.issuer = issuer
            self.recipient = recipient
            self.inResponseTo = inResponseTo
            self.isUnsolicited = isUnsolicited
            self.query = query
        }

        /// A context in which nothing is checked.
        package static let unchecked = ProcessingContext(now: nil, audience: nil)

        /// A Boolean value that indicates whether nothing is known, so that nothing can be checked.
        package var isEmpty: Bool { checks.isEmpty && !isTimeOfIssue }

        /// The checks that the context can make.
        package var checks: Checks {
            var checks: Checks = []
            if now != nil { checks.insert(.time) }
            if audience != nil { checks.insert(.audience) }
            if recipient != nil { checks.insert(.recipient) }
            if isUnsolicited || namesRequest { checks.insert(.inResponseTo) }
            if issuer != nil { checks.insert(.issuer) }
            return checks
        }

        /// The checks that the profile asks for and the context cannot make.
        package var missingChecks: Checks {
            profile.requiredChecks.subtracting(checks).subtracting(isTimeOfIssue ? .time : [])
        }

        /// A Boolean value that indicates whether a request is known by its ID.
        var namesRequest: Bool { inResponseTo != nil || query?.id != nil }

        /// Returns whether `id` is the request's, as far as that is known.
        func isRequest(_ id: String) -> Bool {
            if let inResponseTo, !id.hasSameBytes(as: inResponseTo) { return false }
            if let asked = query?.id, !id.hasSameBytes(as: asked) { return false }
            return true
        }
    }

    /// A condition of a message that can be checked.
    package enum Check: String, Hashable, Sendable, CaseIterable {
        /// `NotBefore` and `NotOnOrAfter`.
        case time
        /// `AudienceRestriction`.
        case audience
        /// `Recipient` and `Destination`.
        case recipient
        /// `InResponseTo`.
        case inResponseTo
        /// `Issuer`.
        case issuer
    }

    /// Conditions of a message that can be checked.
    package struct Checks: OptionSet, Hashable, Sendable {
        /// A bit for each ``Check``.
        package let rawValue: UInt8

        /// Creates a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// One check.
        package init(_ check: Check) {
            rawValue =
                switch check {
                case .time: 1
                case .audience: 2
                case .recipient: 4
                case .inResponseTo: 8
                case .issuer: 16
                }
        }

        /// ``Check/time``.
        package static let time = Checks(.time)
        /// ``Check/audience``.
        package static let audience = Checks(.audience)
        /// ``Check/recipient``.
        package static let recipient = Checks(.recipient)
        /// ``Check/inResponseTo``.
        package static let inResponseTo = Checks(.inResponseTo)
        /// ``Check/issuer``.
        package static let issuer = Checks(.issuer)

        /// Each of them, in the order of ``Check``.
        package var all: [Check] {
            Check.allCases.filter { contains(Checks($0)) }
        }
    }
}

extension SAML.Profile {
    /// The checks without which a response of the profile is not known to be meant for the receiver now.
    package var requiredChecks: SAML.Checks {
        switch self {
        case .attributeQuery: [.time, .audience]
        case .webSSO: [.time, .audience, .recipient, .inResponseTo]
        }
    }
}
