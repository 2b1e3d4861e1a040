extension RESTv2 {
    /// What remains to be done after Adobe Pass has forgotten a profile.
    public struct Logout: Hashable, Sendable, RedactedValue {
        /// The MVPD under which the logout stands in the answer.
        public let mvpd: Pass.MVPDIdentifier
        /// What remains to be done.
        public let actionName: LogoutActionName
        /// How it is done.
        public let actionType: LogoutActionType
        /// What to open in a user agent: relative to the host that was called, or absolute.
        public let url: String?

        enum CodingKeys: String, WireKey {
            case actionName, actionType, url
        }

        init(mvpd: Pass.MVPDIdentifier, from values: KeyedDecodingContainer<CodingKeys>) throws {
            self.mvpd = mvpd
            actionName = try values.decode(LogoutActionName.self, forKey: .actionName)
            actionType = try values.word(.actionType) ?? LogoutActionType.none
            url = try values.text(.url)
        }

        /// That this is a logout; never its URL, in which a session may be named.
        public var description: String { "logout" }
    }

    /// The logouts of an answer.
    public struct Logouts: Hashable, Sendable, Decodable, RedactedValue {
        /// The logouts in the order of their MVPDs' identifiers.
        public let all: [Logout]

        enum CodingKeys: String, WireKey {
            case logouts
        }

        /// Creates logouts from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if `logouts` is missing or one of them cannot be read.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let map = try values.nestedContainer(keyedBy: MapKey.self, forKey: .logouts)
            all = try map.keysInOrder.map { key in
                try Logout(
                    mvpd: Pass.MVPDIdentifier(rawValue: key.stringValue),
                    from: map.nestedContainer(keyedBy: Logout.CodingKeys.self, forKey: key))
            }
        }

        /// The logout of an MVPD.
        ///
        /// - Parameter mvpd: The MVPD.
        /// - Returns: The logout; `nil` if there is none.
        public subscript(mvpd: Pass.MVPDIdentifier) -> Logout? {
            all.first { $0.mvpd == mvpd }
        }

        /// How many logouts there are; never their URLs.
        public var description: String { "\(all.count) logout\(all.count == 1 ? "" : "s")" }
    }
}
