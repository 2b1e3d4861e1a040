#if canImport(VideoSubscriberAccount) && (os(iOS) || os(tvOS) || VideoSubscriberAccountStub)
internal import Foundation
public import VideoSubscriberAccount

/// Asks Apple's Video Subscriber Account framework.
///
/// The app presents what the framework shows: it gives the delegate. The manager has it while a request
/// is under way that may show something; a silent request leaves the manager's delegate alone.
///
/// This code is compiled and tested on Linux against a stand-in for the framework, under the trait
/// `VideoSubscriberAccountStub`. It was never run on a device.
@MainActor
public final class AppleSubscriberAccount: nonisolated SubscriberAccount {
    private let manager: VSAccountManager
    private weak var delegate: (any VSAccountManagerDelegate)?
    /// The number of requests under way that may show something.
    private var presentations = 0
    /// The manager's own delegate, from before the first of them.
    private weak var formerDelegate: (any VSAccountManagerDelegate)?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - manager: What to ask.
    ///   - delegate: What presents the framework's views; it is not kept alive. Without one, the
    ///     manager's own presents them.
    public init(
        manager: VSAccountManager = VSAccountManager(), delegate: (any VSAccountManagerDelegate)?
    ) {
        self.manager = manager
        self.delegate = delegate
    }

    /// Asks the framework whether the app has access.
    ///
    /// - Parameter prompting: Whether the user may be asked.
    /// - Returns: Whether the app has access.
    @MainActor public func checkAccessStatus(prompting: Bool) async -> PlatformSSO.Access {
        if prompting { beginPresenting() }
        defer { if prompting { endPresenting() } }
        return await withCheckedContinuation { continuation in
            // The framework does not say on which queue it calls; the closure must not be bound to
            // the main actor.
            manager.checkAccessStatus(options: [.prompt: prompting]) {
                @Sendable status, error in
                continuation.resume(
                    returning: PlatformSSO.Access(
                        Pass.AccessStatus(status),
                        error: error.map(PlatformSSO.AccountError.init(framework:))))
            }
        }
    }

    /// Asks the framework for metadata.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: The metadata.
    /// - Throws: The framework's error.
    @MainActor public func metadata(
        for request: PlatformSSO.MetadataRequest
    ) async throws(PlatformSSO.AccountError) -> PlatformSSO.AccountMetadata {
        if request.isInterruptionAllowed { beginPresenting() }
        defer { if request.isInterruptionAllowed { endPresenting() } }
        let query = Query()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                query.handle = manager.enqueue(VSAccountMetadataRequest(request)) {
                    @Sendable metadata, error in
                    continuation.resume(returning: Self.result(metadata, error))
                }
            }
        } onCancel: {
            Task { @MainActor in query.handle?.cancel() }
        }
        return try result.get()
    }

    private func beginPresenting() {
        if presentations == 0 { formerDelegate = manager.delegate }
        presentations += 1
        if let delegate { manager.delegate = delegate }
    }

    /// Gives the manager its former delegate back, unless something else has set another one.
    private func endPresenting() {
        presentations -= 1
        guard presentations == 0, let delegate, manager.delegate === delegate else { return }
        manager.delegate = formerDelegate
    }

    private nonisolated static func result(
        _ metadata: VSAccountMetadata?, _ error: (any Error)?
    ) -> Result<PlatformSSO.AccountMetadata, PlatformSSO.AccountError> {
        if let error { return .failure(PlatformSSO.AccountError(framework: error)) }
        guard let metadata else {
            return .failure(PlatformSSO.AccountError(.serviceTemporarilyUnavailable))
        }
        return .success(
            PlatformSSO.AccountMetadata(
                accountProviderIdentifier: metadata.accountProviderIdentifier.map(
                    Pass.PlatformMappingIdentifier.init(rawValue:)),
                authenticationExpirationDate: metadata.authenticationExpirationDate.map(
                    Pass.Timestamp.init(date:)),
                samlAttributeQueryResponse: metadata.samlAttributeQueryResponse))
    }
}

/// One query of the framework, so that a cancellation that comes late ends no other one.
@MainActor
private final class Query {
    var handle: VSAccountManagerResult?
}

extension Pass.AccessStatus {
    /// The framework's status as a word.
    fileprivate init(_ status: VSAccountAccessStatus) {
        switch status {
        case .granted: self = .granted
        case .denied: self = .denied
        case .restricted: self = .restricted
        case .notDetermined: self = .notDetermined
        #if !VideoSubscriberAccountStub
        @unknown default: self = .notDetermined
        #endif
        }
    }
}

extension PlatformSSO.AccountError {
    /// The framework's error as a value; one of another domain keeps nothing.
    fileprivate init(framework error: any Error) {
        guard let error = error as? VSError else {
            self.init(.foreign)
            return
        }
        let information = error.errorUserInfo
        let response =
            information[VSErrorInfoKeyAccountProviderResponse] as? VSAccountProviderResponse
        self.init(
            Code(rawValue: error.errorCode),
            unsupportedProvider: (information[VSErrorInfoKeyUnsupportedProviderIdentifier]
                as? String).map(Pass.PlatformMappingIdentifier.init(rawValue:)),
            samlResponse: information[VSErrorInfoKeySAMLResponse] as? String,
            samlResponseStatus: information[VSErrorInfoKeySAMLResponseStatus] as? String,
            providerResponse: response.map {
                ProviderResponse(
                    authenticationScheme: $0.authenticationScheme.rawValue, status: $0.status,
                    body: $0.body)
            })
    }
}

extension VSAccountMetadataRequest {
    /// The framework's form of a request.
    fileprivate convenience init(_ request: PlatformSSO.MetadataRequest) {
        self.init()
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
    }
}

extension Pass.Timestamp {
    /// The instant of a date, to the millisecond below; at the end of time for a date beyond.
    fileprivate init(date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(
            milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}
#endif
