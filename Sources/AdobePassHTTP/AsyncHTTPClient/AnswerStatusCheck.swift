#if AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// Refuses answers whose status is none of HTTP's.
///
/// async-http-client takes every status below 200 for that of an interim answer, which has no body. A
/// body after such a status ends the process.
final class AnswerStatusCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var isRefused = false

    /// Adds a check behind the decoder of a connection.
    @Sendable static func added(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerStatusCheck(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isRefused = true
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            context.close(promise: nil)
        }
        // What belongs to a refused answer goes no further.
        if !isRefused { context.fireChannelRead(data) }
    }
}
#endif
