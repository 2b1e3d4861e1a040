extension RESTv2 {
    /// Proof that the user is signed in with an MVPD.
    public struct Profile: Hashable, Sendable, Encodable, RedactedValue {
        /// The MVPD under which the profile stands in the answer.
        public let mvpd: Pass.MVPDIdentifier
        /// The beginning of the validity.
        public let notBefore: Pass.Timestamp?
        /// The end of the validity.
        public let notAfter: Pass.Timestamp
        /// The issuer of the profile: an MVPD, `Apple`, or `Adobe`.
        public let issuer: String?
        /// The type of the profile.
        public let type: ProfileType
        /// The attributes of the user, by name.
        public let attributes: [String: Attribute]
        /// A name of the session for questions to Adobe's support.
        public let sessionID: String?

        /// The identifier of the user at the MVPD, which every profile is to have.
        public var userID: String? { attributes["userID"]?.value.text }

        enum CodingKeys: String, WireKey {
            case notBefore, notAfter, issuer, type, attributes
            case sessionID = "sessionId"
        }

        init(mvpd: Pass.MVPDIdentifier, from values: KeyedDecodingContainer<CodingKeys>) throws {
            self.mvpd = mvpd
            notBefore = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notBefore)
            notAfter = try values.decode(Pass.Timestamp.self, forKey: .notAfter)
            issuer = try values.text(.issuer)
            type = try values.decode(ProfileType.self, forKey: .type)
            attributes =
                try values.decodeIfPresent([String: Attribute].self, forKey: .attributes) ?? [:]
            sessionID = try values.text(.sessionID)
        }

        /// Returns whether the profile is valid.
        ///
        /// - Parameter time: When.
        /// - Returns: Whether the time is within the profile's validity.
        public func isValid(at time: Pass.Timestamp) -> Bool {
            notBefore.map { $0 <= time } ?? true && time < notAfter
        }
    }

    /// The profiles of an answer; there may be none.
    public struct Profiles: Hashable, Sendable, Codable, RedactedValue {
        /// The profiles in the order of their MVPDs' identifiers.
        public let all: [Profile]

        /// A Boolean value that indicates whether there are none: the user is not signed in.
        public var isEmpty: Bool { all.isEmpty }

        /// The profile that stays valid for longest, the first such.
        public var longestLived: Profile? {
            all.reduce(nil as Profile?) { best, profile in
                best.map { $0.notAfter >= profile.notAfter } == true ? best : profile
            }
        }

        /// The profile with an MVPD.
        ///
        /// - Parameter mvpd: The MVPD.
        /// - Returns: The profile; `nil` if there is none.
        public subscript(mvpd: Pass.MVPDIdentifier) -> Profile? {
            all.first { $0.mvpd == mvpd }
        }

        enum CodingKeys: String, WireKey {
            case profiles
        }

        /// Creates profiles from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if `profiles` is missing, or if there are some and none can be
        ///   read: one that cannot leaves the others what they are.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let map = try values.nestedContainer(keyedBy: MapKey.self, forKey: .profiles)
            var all: [Profile] = []
            var unreadable: (any Error)?
            for key in map.keysInOrder {
                do {
                    all.append(
                        try Profile(
                            mvpd: Pass.MVPDIdentifier(rawValue: key.stringValue),
                            from: map.nestedContainer(
                                keyedBy: Profile.CodingKeys.self, forKey: key)))
                } catch {
                    unreadable = unreadable ?? error
                }
            }
            if all.isEmpty, let unreadable { throw unreadable }
            self.all = all
        }

        /// Writes the profiles as JSON.
        ///
        /// - Parameter encoder: The encoder.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            var map = values.nestedContainer(keyedBy: MapKey.self, forKey: .profiles)
            for profile in all {
                try map.encode(profile, forKey: MapKey(stringValue: profile.mvpd.rawValue))
            }
        }

        /// The number of profiles; never their users.
        public var description: String { "\(all.count) profile\(all.count == 1 ? "" : "s")" }
    }
}

extension KeyedDecodingContainer<MapKey> {
    /// The keys by the order of their bytes, since JSON's objects have none.
    var keysInOrder: [MapKey] {
        allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
    }
}
