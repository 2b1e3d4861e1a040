extension RESTv1 {
    /// Proof that the user is signed in with an MVPD.
    public struct AuthenticationToken: Hashable, Sendable, Codable, RedactedValue {
        /// The requestor.
        public let requestor: Pass.ServiceProvider?
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier
        /// The identifier of the user.
        public let userID: String?
        /// The end of the token's validity.
        public let expires: Pass.Timestamp

        enum CodingKeys: String, WireKey {
            case requestor, mvpd, expires
            case userID = "userId"
        }
    }

    /// The permission to play one resource.
    public struct Authorization: Hashable, Sendable, Codable, RedactedValue {
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier?
        /// The MVPD that asked on behalf of another.
        public let proxyMVPD: Pass.MVPDIdentifier?
        /// The resource.
        public let resource: String
        /// The requestor.
        public let requestor: Pass.ServiceProvider?
        /// The end of the permission's validity.
        public let expires: Pass.Timestamp

        enum CodingKeys: String, WireKey {
            case mvpd, resource, requestor, expires
            case proxyMVPD = "proxyMvpd"
        }
    }

    /// The proof of a permission that a player or its backend checks; use it once, keep it nowhere.
    public struct MediaToken: Hashable, Sendable, Codable, RedactedValue {
        /// The resource.
        public let resource: String?
        /// The requestor.
        public let requestor: Pass.ServiceProvider?
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier?
        /// The identifier of the user, scrambled.
        public let userID: String?
        /// The end of the token's validity.
        public let expires: Pass.Timestamp?
        /// The token, in Base64.
        public let serializedToken: String

        enum CodingKeys: String, WireKey {
            case resource, requestor, expires, serializedToken
            case mvpd = "mvpdId"
            case userID = "userId"
        }
    }
}
