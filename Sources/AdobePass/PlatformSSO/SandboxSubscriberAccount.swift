internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Lets a local sandbox play the framework, picker and provider included.
public struct SandboxSubscriberAccount: SubscriberAccount {
    private let transport: any Pass.Transport
    private let scheme: String
    private let authority: String
    private let deviceIdentifier: String
    private let platform: Pass.Platform
    private let chosenProvider: Pass.PlatformMappingIdentifier?
    private let simulation: String?
    private let style: String?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - scheme: `http`, which is what a local sandbox speaks, or `https`.
    ///   - authority: Host and port of the sandbox.
    ///   - deviceIdentifier: The device whose account it is.
    ///   - platform: The system of the device.
    ///   - chosenProvider: The provider that the picker chooses; the first supported one otherwise.
    ///   - simulation: The failure to simulate, such as `denied`.
    ///   - style: The layout of the SAML response, such as `pretty-printed`.
    public init(
        transport: any Pass.Transport, scheme: String = "http",
        authority: String = "127.0.0.1:8765", deviceIdentifier: String, platform: Pass.Platform,
        chosenProvider: Pass.PlatformMappingIdentifier? = nil, simulation: String? = nil,
        style: String? = nil
    ) {
        self.transport = transport
        self.scheme = scheme
        self.authority = authority
        self.deviceIdentifier = deviceIdentifier
        self.platform = platform
        self.chosenProvider = chosenProvider
        self.simulation = simulation
        self.style = style
    }

    /// Asks the sandbox for the access only.
    ///
    /// - Parameter prompting: Not sent: the sandbox has no user to ask.
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
    ///   - prompting: Not sent: the sandbox has no user to ask.
    /// - Returns: What the sandbox plays. If it does not answer, access is not determined and the
    ///   error says that the service is unavailable.
    public func answer(
        to request: PlatformSSO.MetadataRequest, prompting: Bool
    ) async -> PlatformSSO.Answer {
        let unavailable = PlatformSSO.AccountError(.serviceTemporarilyUnavailable)
        let silence = PlatformSSO.Answer(
            access: PlatformSSO.Access(.notDetermined, error: unavailable), error: unavailable)
        let question = Question(
            request: request, deviceIdentifier: deviceIdentifier, platform: platform.rawValue,
            chosenProvider: chosenProvider, simulate: simulation, style: style)
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

/// A request with the device it is for, and with what the sandbox is to do about it.
private struct Question: Encodable {
    let request: PlatformSSO.MetadataRequest
    let deviceIdentifier: String
    let platform: String
    let chosenProvider: Pass.PlatformMappingIdentifier?
    let simulate: String?
    let style: String?

    enum CodingKeys: String, CodingKey {
        case deviceIdentifier, platform, chosenProvider, simulate, style
    }

    func encode(to encoder: any Encoder) throws {
        try request.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(deviceIdentifier, forKey: .deviceIdentifier)
        try members.encode(platform, forKey: .platform)
        try members.encodeIfPresent(chosenProvider, forKey: .chosenProvider)
        try members.encodeIfPresent(simulate, forKey: .simulate)
        try members.encodeIfPresent(style, forKey: .style)
    }
}
