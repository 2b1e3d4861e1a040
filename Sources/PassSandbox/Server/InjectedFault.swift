#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WireText

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The effect of an injected fault on an answer, or its replacement.
struct InjectedFault {
    let rule: FaultPlan.Rule
    let core: SandboxCore

    /// The answer that the fault gives instead of the endpoint's; `nil` if it does not.
    func replacement() async -> Answer? {
        var answer: Answer
        switch rule.kind {
        case .tooManyRequests: answer = .gateway(429, "Too Many Requests")
        case .html: answer = .gateway(rule.status ?? 500, "Error")
        case .enhanced: return await enhanced
        case .redirect: answer = .redirect(rule.location)
        case .oversizedError:
            answer = await enhanced
            answer.body += [UInt8](repeating: UInt8(ascii: " "), count: rule.bytes)
        case .retryAfterDate:
            answer = .gateway(rule.status ?? 503, "Try Later")
            answer.fields[.retryAfter] = HTTPDate.text(core.state.now + Int64(rule.milliseconds))
        case .latency, .dropBefore, .dropAfter, .expiredToken, .truncate, .drip, .gzip,
            .wrongContentType, .reset:
            return nil
        }
        answer.fields[.sandboxReason] = "fault: An injected fault."
        return answer
    }

    private var enhanced: Answer {
        get async {
            Refusal(
                rule.status ?? 500, rule.code, "fault", "An injected fault.", action: rule.action
            )
            .answer(in: .v2, format: .json, trace: await core.state.makeUUID())
        }
    }

    /// Changes the way in which an answer is sent.
    func apply(to response: Response, on channel: (any Channel)?) async throws -> Response {
        guard [.truncate, .drip, .gzip, .wrongContentType].contains(rule.kind) else {
            return response
        }
        var response = response
        if rule.kind == .wrongContentType {
            response.headers[.contentType] = "text/html"
            return response
        }
        let collected = CollectedBytes()
        try await response.body.write(BytesCollector(collected: collected))
        let bytes = await collected.bytes
        switch rule.kind {
        case .gzip:
            response.headers[.contentEncoding] = "gzip"
            response.body = ResponseBody(
                byteBuffer: ByteBuffer(bytes: StoredGzip.bytes(bytes)))
        case .drip: response.body = dripping(bytes)
        default: response.body = truncated(bytes, channel)
        }
        response.headers[.contentLength] = String(response.body.contentLength ?? 0)
        return response
    }

    /// One byte at a time, with a pause before each.
    private func dripping(_ bytes: [UInt8]) -> ResponseBody {
        let (clock, pause) = (core.state.clock, Duration.milliseconds(rule.milliseconds))
        return ResponseBody(contentLength: bytes.count) { writer in
            for byte in bytes {
                try await clock.sleep(for: pause)
                try await writer.write(ByteBuffer(bytes: [byte]))
            }
            try await writer.finish(nil)
        }
    }

    /// Half of the bytes, after which the connection ends.
    private func truncated(_ bytes: [UInt8], _ channel: (any Channel)?) -> ResponseBody {
        ResponseBody(contentLength: bytes.count) { writer in
            try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
            try? await channel?.close()
            throw DroppedConnection()
        }
    }
}

/// Closes connections rudely.
enum ConnectionReset {
    /// Lets the next close of a connection be a reset, not an end.
    static func prepare(_ channel: any Channel) async {
        try? await (channel as? any SocketOptionProvider)?
            .setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
}

private actor CollectedBytes {
    private(set) var bytes: [UInt8] = []

    func append(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }
}

private struct BytesCollector: ResponseBodyWriter {
    let collected: CollectedBytes

    mutating func write(_ buffer: ByteBuffer) async throws { await collected.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif
