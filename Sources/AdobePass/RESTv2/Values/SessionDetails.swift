extension RESTv2 {
    /// The parameters that a session has and lacks, for a second screen.
    public struct SessionDetails: Hashable, Sendable, Codable, RedactedValue {
        /// The parameters the session has, by name.
        public let existingParameters: [SessionParameter: String]
        /// The parameters the session lacks.
        public let missingParameters: [SessionParameter]
        /// The device that started the session.
        public let device: Device?
        /// The beginning of the code's validity.
        public let notBefore: Pass.Timestamp?
        /// The end of the code's validity.
        public let notAfter: Pass.Timestamp?

        /// The MVPD of the session.
        public var mvpd: Pass.MVPDIdentifier? {
            existingParameters[.mvpd].map(Pass.MVPDIdentifier.init(rawValue:))
        }

        /// The number of parameters that it has and lacks; never a value or the device.
        public var description: String {
            "SessionDetails(has \(existingParameters.count), lacks \(missingParameters.count))"
        }

        enum CodingKeys: String, WireKey {
            case existingParameters, missingParameters, device, notBefore, notAfter
        }

        /// Creates details from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if a member is of another kind.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let existing = try values.decodeIfPresent(
                [String: Pass.JSONValue].self, forKey: .existingParameters)
            var parameters: [SessionParameter: String] = [:]
            // In the order of the names, so that `domainName` wins over `domain` where both stand.
            for (name, value) in (existing ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let text = value.text else { continue }
                parameters[SessionParameter(rawValue: name)] = text
            }
            existingParameters = parameters
            missingParameters = try values.list(.missingParameters)
            device = try values.decodeIfPresent(Device.self, forKey: .device)
            notBefore = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notBefore)
            notAfter = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notAfter)
        }
    }
}
