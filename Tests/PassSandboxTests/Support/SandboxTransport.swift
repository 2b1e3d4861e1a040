#if Sandbox
import AdobePass
import HTTPTypes
import Hummingbird
import Logging

@testable import PassSandbox

/// Hands requests to a sandbox in this process, without a connection.
///
/// The scheme and the host of a request are not looked at further than the sandbox does itself.
struct SandboxTransport: Pass.Transport {
    let responder: SandboxResponder
    let logger: Logger

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        let collected = CollectedBody()
        do {
            let response = try await responder.respond(
                to: Request(
                    head: request.head,
                    body: RequestBody(buffer: ByteBuffer(bytes: request.body))),
                context: SandboxContext(
                    coreContext: CoreRequestContextStorage(source: LoggerSource(logger: logger)),
                    channel: nil))
            try await response.body.write(BodyCollector(collected: collected))
            return Pass.Response(head: response.head, body: await collected.bytes)
        } catch is CancellationError {
            throw Pass.TransportError(.cancelled, mayHaveReachedServer: true)
        } catch {
            throw Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }
}

extension Sandbox {
    /// Answers requests in this process.
    var transport: SandboxTransport {
        SandboxTransport(responder: responder(boundHost: nil), logger: logger)
    }
}

private struct LoggerSource: RequestContextSource {
    let logger: Logger
}

private actor CollectedBody {
    private(set) var bytes: [UInt8] = []

    func append(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }
}

private struct BodyCollector: ResponseBodyWriter {
    let collected: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws { await collected.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif
