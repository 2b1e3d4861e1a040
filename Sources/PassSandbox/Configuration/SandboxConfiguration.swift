/// The content of a sandbox, and its behavior where Adobe Pass leaves a choice.
///
/// Every member may be left out of a JSON document; ``standard`` says what holds then.
package struct SandboxConfiguration: Codable, Hashable, Sendable {
    /// The service providers.
    package var serviceProviders: [ServiceProvider]
    /// The software statements that may register; a statement is compared as text.
    package var softwareStatements: [SoftwareStatement]
    /// The MVPDs.
    package var mvpds: [MVPD]
    /// The lifetimes.
    package var lifetimes: Lifetimes
    /// The limits of one call.
    package var limits: Limits
    /// The throttling of requests.
    package var throttle: Throttle
    /// The choices that the documentation leaves open.
    package var choices: Choices
    /// The encryption of user metadata; `nil` encrypts nothing.
    package var metadataEncryption: MetadataEncryption?
    /// The injected faults.
    package var faults: FaultPlan

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - serviceProviders: The service providers.
    ///   - softwareStatements: The software statements that may register.
    ///   - mvpds: The MVPDs.
    package init(
        serviceProviders: [ServiceProvider], softwareStatements: [SoftwareStatement], mvpds: [MVPD]
    ) {
        self.serviceProviders = serviceProviders
        self.softwareStatements = softwareStatements
        self.mvpds = mvpds
        lifetimes = Lifetimes()
        limits = Limits()
        throttle = Throttle()
        choices = Choices()
        faults = FaultPlan()
    }

    /// Reads a configuration.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` if a member has another form than expected.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let standard = Self.standard
        serviceProviders = try members.value(.serviceProviders, or: standard.serviceProviders)
        softwareStatements = try members.value(.softwareStatements, or: standard.softwareStatements)
        mvpds = try members.value(.mvpds, or: standard.mvpds)
        lifetimes = try members.value(.lifetimes, or: standard.lifetimes)
        limits = try members.value(.limits, or: standard.limits)
        throttle = try members.value(.throttle, or: standard.throttle)
        choices = try members.value(.choices, or: standard.choices)
        metadataEncryption = try members.decodeIfPresent(
            MetadataEncryption.self, forKey: .metadataEncryption)
        faults = try members.value(.faults, or: standard.faults)
    }
}

extension KeyedDecodingContainer {
    /// A member, or what holds without it.
    func value<Value: Decodable>(_ key: Key, or standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }

    /// Decodes a number of seconds or things, if it is there: one that can be reckoned with.
    func number(_ key: Key, or standard: Int, upTo largest: Int = 1_000_000_000) throws -> Int {
        let number = try value(key, or: standard)
        guard (0...largest).contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "not between 0 and \(largest)")
        }
        return number
    }
}
