/// Answers for the TV provider account of the system, as Video Subscriber Account does.
///
/// `AppleSubscriberAccount` asks the framework itself, ``SandboxSubscriberAccount`` a local
/// server; ``ScriptedSubscriberAccount`` plays what was captured, or what a test says.
public protocol SubscriberAccount: Sendable {
    /// Tells whether the app has access.
    ///
    /// - Parameter prompting: Whether the user may be asked.
    /// - Returns: Whether the app has access.
    func checkAccessStatus(prompting: Bool) async -> PlatformSSO.Access

    /// Asks for metadata; only useful when access is granted.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: The metadata.
    /// - Throws: Why there are none.
    func metadata(
        for request: PlatformSSO.MetadataRequest
    ) async throws(PlatformSSO.AccountError) -> PlatformSSO.AccountMetadata

    /// Checks the access, and asks for metadata if it is granted.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - prompting: Whether the user may be asked for access.
    /// - Returns: What came of it.
    func answer(
        to request: PlatformSSO.MetadataRequest, prompting: Bool
    ) async -> PlatformSSO.Answer
}

extension SubscriberAccount {
    /// Checks the access, and asks for metadata if it is granted, in two steps.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - prompting: Whether the user may be asked for access.
    /// - Returns: What came of it.
    public func answer(
        to request: PlatformSSO.MetadataRequest, prompting: Bool
    ) async -> PlatformSSO.Answer {
        let access = await checkAccessStatus(prompting: prompting)
        guard access.isGranted else { return PlatformSSO.Answer(access: access) }
        do throws(PlatformSSO.AccountError) {
            return PlatformSSO.Answer(access: access, metadata: try await metadata(for: request))
        } catch {
            return PlatformSSO.Answer(access: access, error: error)
        }
    }
}
