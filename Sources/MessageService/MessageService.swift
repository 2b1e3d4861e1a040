#if Sandbox
internal import HTTPServing
internal import HTTPTypes
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import NIOPosix
internal import WireText

/// The service that judges messages and captures: a page for people, and JSON for programs.
///
/// It keeps nothing of what it is sent, writes no log of it, and reads no file that a request names.
package struct MessageService: Sendable {
    /// The choices of the person who starts it.
    package struct Configuration: Sendable {
        /// The address to listen on, and the port; 0 for any that is free.
        package var host = "127.0.0.1"
        package var port = 8766
        /// The token that every request must bring; `nil` only on this computer.
        package var token: RequestToken?
        /// A Boolean value that indicates whether metadata cannot be sent with a request.
        package var isTrustReadOnly = false
        /// A Boolean value that indicates whether keyed hashes replace values.
        package var isRedacted = false
        package var limits = ServiceLimits()

        /// The usual choices.
        package init() {}
    }

    private let configuration: Configuration
    private let logger: Logger
    private let judge: any MessageJudge

    /// Creates a service.
    package init(_ configuration: Configuration, judge: any MessageJudge, logger: Logger) {
        self.configuration = configuration
        self.judge = judge
        self.logger = logger
    }

    /// Listens and answers until the task is cancelled.
    ///
    /// - Parameter onListening: Called with the port once the service listens.
    /// - Throws: The error that keeps it from listening.
    package func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
        let limits = configuration.limits
        let threads = NIOThreadPool(numberOfThreads: ServiceThreads.single)
        threads.start()
        let captureThreads = NIOThreadPool(numberOfThreads: limits.captures)
        captureThreads.start()
        let responder = ServiceResponder(
            configuration: configuration, judge: judge, threads: threads,
            captureThreads: captureThreads)
        let listening = HTTPListening(
            host: configuration.host, port: configuration.port, idleSeconds: limits.idleSeconds,
            mostConnections: limits.connections)
        do {
            try await listening.run(logger: logger.quieted, onListening: onListening) {
                request, writer, channel in
                let deadline = channel.eventLoop.scheduleTask(in: limits.deadline) {
                    channel.close(promise: nil)
                }
                defer { deadline.cancel() }
                let response = await responder.response(to: request)
                deadline.cancel()
                let writing = channel.eventLoop.scheduleTask(in: limits.writing) {
                    channel.close(promise: nil)
                }
                defer { writing.cancel() }
                guard request.head.method != .head else {
                    return try await writer.writeResponse(response.head)
                }
                try await writer.write(response: response.head, body: response.body)
                guard response.status.code == 413 || response.status.code == 408 else { return }
                // What is still being sent is read for a moment, so that the answer arrives.
                channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
            }
        } catch {
            try await threads.shutdownGracefully()
            try await captureThreads.shutdownGracefully()
            throw error
        }
        try await threads.shutdownGracefully()
        try await captureThreads.shutdownGracefully()
    }
}

extension ServiceLimits {
    /// The time after which nothing is expected of a client any more that does not read its answer.
    fileprivate var writing: TimeAmount { .milliseconds(Int64((seconds + 5) * 1000)) }

    /// The time after which no answer to a request is expected any more.
    fileprivate var deadline: TimeAmount {
        let receiving =
            Self.patientSeconds + Double(bodyByteCount) / Double(Self.leastBytesPerSecond)
        return .milliseconds(Int64((receiving + 2 * seconds) * 1000))
    }
}
#endif
