#if Sandbox
internal import Hummingbird
internal import NIOCore

/// The values that the sandbox keeps for one request.
struct SandboxContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, if the request came through one.
    let channel: (any Channel)?
    /// The suffix of a path of REST API v1, which chooses the format of the answer.
    var suffix: String?
    /// A Boolean value that indicates whether the access token counts as expired.
    var isTokenExpired = false

    /// The address of the client.
    var address: String { channel?.remoteAddress?.ipAddress ?? "127.0.0.1" }

    /// The address at which the client reached the sandbox.
    var localAddress: String? { channel?.localAddress?.ipAddress }
}

extension SandboxContext {
    init(source: ApplicationRequestContextSource) {
        self.init(
            coreContext: CoreRequestContextStorage(source: source), channel: source.channel)
    }
}
#endif
