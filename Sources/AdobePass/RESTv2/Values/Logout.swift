extension RESTv2 {
    /// The remaining steps after Adobe Pass deleted a profile.
    public struct Logout: Hashable, Sendable, RedactedValue {
        /// The MVPD under which the logout stands in the answer.
        public let mvpd: Pass.MVPDIdentifier
        /// The name of the remaining action.
        public let actionName: LogoutActionName
        /// The type of the remaining action.
        public let actionType: ActionType
        /// The URL to open in a user agent, absolute or relative to the called host.
        public let url: String?

        enum CodingKeys: String, WireKey {
            case actionName, actionType, url
        }

        init(mvpd: Pass.MVPDIdentifier, from values: KeyedDecodingContainer<CodingKeys>) throws {
            self.mvpd = mvpd
            actionName = try values.decode(LogoutActionName.self, forKey: .actionName)
            actionType = try values.word(.actionType) ?? ActionType.none
            url = try values.text(.url)
        }
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

        /// The number of logouts; never their URLs.
        public var description: String { "\(all.count) logout\(all.count == 1 ? "" : "s")" }
    }
}
