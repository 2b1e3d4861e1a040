internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Lets a local sandbox play the framework, picker and provider included.
public struct SandboxSubscriberAccount: SubscriberAccount {
    /// The instructions for the sandbox that accompany a request.
    public struct Behavior: Hashable, Sendable {
        /// The provider that the picker chooses; the first supported one otherwise.
        public var chosenProvider: Pass.PlatformMappingIdentifier?
        /// The failure to simulate, such as `denied`.
        public var simulation: String?
        /// The layout of the SAML response, such as `pretty-printed`.
        public var style: String?

        /// Creates a behavior.
        ///
        /// - Parameters:
        ///   - chosenProvider: The provider that the picker chooses.
        ///   - simulation: What to simulate instead of a regular course.
        ///   - style: How the SAML response is laid out.
        public init(
            chosenProvider: Pass.PlatformMappingIdentifier? = nil, simulation: String? = nil,
            style: String? = nil
        ) {
            self.chosenProvider = chosenProvider
            self.simulation = simulation
            self.style = style
        }
    }

    private let transport: any Pass.Transport
    private let scheme: String
    private let authority: String
    private let deviceIdentifier: String
    private let platform: Pass.Platform
    private let behavior: Behavior

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - scheme: `http`, which is what a local sandbox speaks, or `https`.
    ///   - authority: Host and port of the sandbox.
    ///   - deviceIdentifier: The device whose account it is.
    ///   - platform: The system of the device.
    ///   - behavior: What the sandbox is told beside a request.
    public init(
        transport: any Pass.Transport, scheme: String = "http",
        authority: String = "127.0.0.1:8765", deviceIdentifier: String, platform: Pass.Platform,
        behavior: Behavior = Behavior()
    ) {
        self.transport = transport
        self.scheme = scheme
        self.authority = authority
        self.deviceIdentifier = deviceIdentifier
        self.platform = platform
        self.behavior = behavior
    }

    /// Asks the sandbox for nothing but the access.
    ///
    /// - Parameter prompting: Not sent: the sandbox has nobody to ask.
    /// - Returns: The access; not determined if the sandbox does not answer.
    public func checkAccessStatus(prompting: Bool) async -> PlatformSSO.Access {
        await answer(to: PlatformSSO.MetadataRequest(), prompting: prompting).access
    }

    /// Asks the sandbox for metadata.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: The metadata.
    /// - Throws: What the sandbox simulates, or that it does not answer.
    public func metadata(
        for request: PlatformSSO.MetadataRequest
    ) async throws(PlatformSSO.AccountError) -> PlatformSSO.AccountMetadata {
        let answer = await answer(to: request, prompting: false)
        guard answer.access.isGranted else { throw PlatformSSO.AccountError(.accessNotGranted) }
        if let error = answer.error { throw error }
        guard let metadata = answer.metadata else {
            throw PlatformSSO.AccountError(.serviceTemporarilyUnavailable)
        }
        return metadata
    }

    /// Asks the sandbox for access and metadata in one call.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - prompting: Not sent: the sandbox has nobody to ask.
    /// - Returns: What the sandbox plays. If it does not answer, access is not determined and the
    ///   error says that the service is unavailable.
    public func answer(
        to request: PlatformSSO.MetadataRequest, prompting: Bool
    ) async -> PlatformSSO.Answer {
        let unavailable = PlatformSSO.AccountError(.serviceTemporarilyUnavailable)
        let silence = PlatformSSO.Answer(
            access: PlatformSSO.Access(.notDetermined, error: unavailable), error: unavailable)
        let question = WireQuestion(
            request, device: deviceIdentifier, platform: platform, behavior: behavior)
        guard let body = try? JSONEncoder().encode(question) else { return silence }
        var fields = HTTPFields()
        fields[.contentType] = "application/json"
        fields[.accept] = "application/json"
        let head = HTTPRequest(
            method: .post, scheme: scheme, authority: authority, path: "/sandbox/platform-sso",
            headerFields: fields)
        guard let response = try? await transport.send(Pass.Request(head: head, body: Array(body))),
            response.head.status.kind == .successful,
            let answer = try? PlatformSSO.Answer(document: response.body)
        else { return silence }
        return answer
    }
}

private struct WireQuestion: Encodable {
    var deviceIdentifier: String
    var platform: String
    var channelIdentifier: String?
    var supportedAccountProviderIdentifiers: [String]
    var featuredAccountProviderIdentifiers: [String]
    var verificationToken: String?
    var includeAccountProviderIdentifier: Bool
    var includeAuthenticationExpirationDate: Bool
    var isInterruptionAllowed: Bool
    var attributeNames: [String]
    var simulate: String?
    var chosenProvider: String?
    var style: String?

    init(
        _ request: PlatformSSO.MetadataRequest, device: String, platform: Pass.Platform,
        behavior: SandboxSubscriberAccount.Behavior
    ) {
        deviceIdentifier = device
        self.platform = platform.rawValue
        channelIdentifier = request.channelIdentifier
        supportedAccountProviderIdentifiers = request.supportedAccountProviderIdentifiers.map(
            \.rawValue)
        featuredAccountProviderIdentifiers = request.featuredAccountProviderIdentifiers.map(
            \.rawValue)
        verificationToken = request.verificationToken
        includeAccountProviderIdentifier = request.includeAccountProviderIdentifier
        includeAuthenticationExpirationDate = request.includeAuthenticationExpirationDate
        isInterruptionAllowed = request.isInterruptionAllowed
        attributeNames = request.attributeNames
        simulate = behavior.simulation
        chosenProvider = behavior.chosenProvider?.rawValue
        style = behavior.style
    }
}
