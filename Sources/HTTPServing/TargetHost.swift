#if Sandbox
internal import NIOCore
internal import NIOHTTP1

/// Keeps the host of an absolute request URI, which is gone once the URI has become a path.
///
/// A host that differs from the field Host becomes a further Host, so that the request names two.
final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let host = Self.host(in: head.uri),
            let named = head.headers["Host"].first, named.lowercased() != host.lowercased()
        else { return context.fireChannelRead(data) }
        head.headers.add(name: "Host", value: host)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Returns the authority of a request target; `nil` of a path and of `*`.
    private static func host(in target: String) -> String? {
        guard target.first != "/", target != "*" else { return nil }
        let start = target.firstRange(of: "://")?.upperBound ?? target.startIndex
        return String(target[start...].prefix { !"/?#".contains($0) })
    }
}

/// Puts ``TargetHost`` where the parser's requests have not been converted yet.
final class TargetHostInstallation: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(TargetHost(), position: .after(parser))
        } catch {
            // Without it a host would go unseen.
            context.close(promise: nil)
        }
    }
}
#endif
