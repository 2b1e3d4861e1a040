#if Sandbox
package import HummingbirdCore
package import Logging
package import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// A server of HTTP/1.1 that listens until its task is cancelled.
package struct HTTPListening: Sendable {
    private let host: String
    private let port: Int
    private let idleSeconds: Int
    private let mostConnections: Int?

    /// Answers a request.
    package typealias Responder =
        @concurrent @Sendable (Request, consuming ResponseWriter, any Channel) async throws -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - idleSeconds: The seconds after which a connection without traffic is closed.
    ///   - mostConnections: The number of connections above which further ones wait.
    package init(host: String, port: Int, idleSeconds: Int, mostConnections: Int? = nil) {
        self.host = host
        self.port = port
        self.idleSeconds = idleSeconds
        self.mostConnections = mostConnections
    }

    /// Listens and answers until the task is cancelled; requests that have begun are answered.
    ///
    /// - Parameters:
    ///   - logger: Takes the warnings of the server.
    ///   - onListening: Called with the port once the server listens.
    ///   - respond: Answers a request.
    /// - Throws: The error that keeps it from listening.
    package func run(
        logger: Logger, onListening: @escaping @Sendable (Int) async -> Void,
        _ respond: @escaping Responder
    ) async throws {
        // Hummingbird's own application would put the computer's time into every answer.
        let server = try HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [TargetHostInstallation()],
                idleTimeout: .seconds(Int64(idleSeconds)))
        ).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: mostConnections.map {
                    MaximumAvailableConnections($0, logger: logger)
                }),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
        ) { request, writer, channel in
            try await respond(request, writer, channel)
        } onServerRunning: { channel in
            await onListening(channel.localAddress?.port ?? port)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [server], logger: logger))
        // In a task of its own, because a cancelled server would not finish what it has begun.
        let service = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await service.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }
}

extension Logger {
    /// The logger with warnings only.
    package var quieted: Logger {
        var logger = self
        logger.logLevel = max(.warning, logLevel)
        return logger
    }
}
#endif
