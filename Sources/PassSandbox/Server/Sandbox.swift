#if Sandbox
package import AdobePass
internal import HTTPServing
internal import Hummingbird
package import Logging

/// A local Adobe Pass.
///
/// It listens on this computer only unless it is told otherwise, reads no clock but the one it is
/// given, and keeps what it knows in memory or in a file.
package struct Sandbox: Sendable {
    let core: SandboxCore
    let logger: Logger
    /// Made once: it is large, and the forms it shows are good only for itself.
    private let router: any HTTPResponder<SandboxContext>

    /// Creates a sandbox.
    ///
    /// - Parameters:
    ///   - configuration: What it knows and how it behaves.
    ///   - clock: Tells the time and waits.
    ///   - random: Where codes, tokens and identifiers come from.
    ///   - stateFile: A file to keep the state in, which needs the trait `SQLite`; memory if `nil`.
    ///   - logger: Where failures of the sandbox itself are told.
    /// - Throws: ``SandboxError`` if the file or a key cannot be used.
    package init(
        configuration: SandboxConfiguration = .standard, clock: any Pass.Clock,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        stateFile: String? = nil, logger: Logger
    ) throws(SandboxError) {
        let mirror = try stateFile.map { path throws(SandboxError) in try Self.mirror(path) }
        let clock = AdjustableClock(clock)
        do {
            let state = try SandboxState(
                configuration: configuration, clock: clock, random: random, mirror: mirror)
            core = SandboxCore(
                state: state, limiter: RequestLimiter(configuration),
                signer: MediaTokenSigner(state: state),
                tokens: ServiceTokenSigner(state: state), partners: SimulatedPartners(state: state),
                memory: AppMemory(configuration),
                clock: clock)
        } catch {
            throw SandboxError(
                .unusableState, "The state could not be read; use another file.")
        }
        router = Self.router(core)
        self.logger = logger
    }

    private static func mirror(_ path: String) throws(SandboxError) -> any StateMirror {
        #if SQLite
        do {
            return try SQLiteMirror(path: path)
        } catch {
            throw SandboxError(
                .unusableState, "The state file cannot be opened; use another one.")
        }
        #else
        throw SandboxError(
            .noStateFile, "State files need a build with the trait SQLite; leave the file out.")
        #endif
    }

    /// The state that the pages read and change.
    var state: SandboxState { core.state }

    /// Listens and answers until the task is cancelled; requests that have begun are answered.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - onListening: Told the port once the sandbox listens.
    /// - Throws: What keeps it from listening.
    package func run(
        host: String = "127.0.0.1", port: Int = 8765,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        let quiet = logger.quieted
        let responder = responder(boundHost: host)
        try await HTTPListening(host: host, port: port, idleSeconds: 120).run(
            logger: quiet, onListening: onListening
        ) { request, writer, channel in
            let context = SandboxContext(
                source: ApplicationRequestContextSource(channel: channel, logger: quiet))
            let response =
                (try? await responder.respond(to: request, context: context))
                ?? Response(status: .internalServerError)
            try await writer.write(response: response.head, body: response.body)
        }
    }

    /// Answers requests; `boundHost` is the address the sandbox listens on.
    func responder(boundHost: String?) -> SandboxResponder {
        SandboxResponder(core: core, router: router, boundHost: boundHost)
    }

    private static func router(_ core: SandboxCore) -> any HTTPResponder<SandboxContext> {
        let router = Router(
            context: SandboxContext.self, options: .autoGenerateHeadEndpoints)
        EndpointTable(core: core).add(
            RegistrationEndpoints.all + VersionTwoEndpoints.all
                + VersionOneEndpoints.all(
                    enhanced: core.configuration.choices.enhancedErrorsInV1)
                + SSOServiceEndpoints.all + SandboxEndpoints.all,
            to: router)
        SandboxPages.add(to: router, core: core)
        return router.buildResponder()
    }
}
#endif
