internal import SAMLBindings
internal import WireText

extension HAREntry {
    /// Returns the exchange of the entry.
    ///
    /// - Parameters:
    ///   - source: The place of the entry.
    ///   - context: The limits, and what undoes content codings.
    ///   - attachment: What finds the files that bodies are in.
    /// - Returns: The exchange, with defaults for what the entry lacks.
    func exchange(
        in source: MessageSource, context: CaptureContext, attachment: HARAttachment
    ) -> HTTPExchange {
        var source = source
        source.time = time?.text
        var exchange = HTTPExchange(source: source, url: completeURL)
        if extent == .exchanges {
            exchange.start = source.time.map { CaptureTime(iso8601: $0) }
        }
        exchange.duration = duration.flatMap { $0 >= 0 ? $0 : nil }
        exchange.method = method?.uppercased()
        exchange.requestHeaders = requestHeaders
        exchange.requestBody = requestBody.content(
            contentType: requestHeaders["Content-Type"],
            coding: requestHeaders["Content-Encoding"], context: context,
            extent: extent, attachment: attachment)
        exchange.responseHeaders = responseHeaders
        if responseHeaders.fields.isEmpty, let redirectURL, !redirectURL.isEmpty,
            SAMLParameter.occurs(in: URLParts(Array(redirectURL.utf8)[...]).query ?? [])
        {
            exchange.responseHeaders.append("Location", redirectURL)
        }
        exchange.responseBody = responseBody.content(
            contentType: responseHeaders["Content-Type"],
            coding: responseHeaders["Content-Encoding"], context: context,
            extent: extent, attachment: attachment)
        exchange.responseBody.markCoded(responseHeaders["Content-Encoding"])
        exchange.outcome = outcome
        exchange.isFromCache = isFromCache
        if isWebSocket, exchange.kind == .http { exchange.kind = .webSocket }
        exchange.frames = frames
        exchange.client = client
        exchange.server = server
        exchange.comment = comment
        return exchange
    }

    /// A Boolean value that indicates whether the URL is cut off at the limit inside a message.
    var hasURLAboveLimit: Bool {
        guard let url, !url.isWhole else { return false }
        return SAMLParameter.occurs(in: URLParts(url.bytes[...]).query ?? [])
    }

    /// The URL, with the parameters of a message if only the list of them has it.
    private var completeURL: [UInt8] {
        let bytes = url?.bytes ?? []
        let parts = URLParts(bytes[...])
        guard url?.isWhole ?? true else {
            return Array(bytes.prefix { $0 != UInt8(ascii: "?") })
        }
        guard !query.isEmpty, !SAMLParameter.occurs(in: parts.query ?? []),
            query.allSatisfy(\.value.isWhole),
            let form = SAMLParameter.form(of: FormField.decoded(query))
        else { return bytes }
        let whole = bytes.prefix { $0 != UInt8(ascii: "#") }
        return whole + [parts.query == nil ? UInt8(ascii: "?") : UInt8(ascii: "&")] + form
    }

    private var outcome: HTTPExchange.Outcome {
        // Recorders write 0 or less where no response came.
        let response = HTTPExchange.Outcome(status: hasResponse ? status : nil, reason: statusText)
        return response ?? error.flatMap { $0.isEmpty ? nil : .failed($0) } ?? .unanswered
    }

    private var isWebSocket: Bool {
        let url = url?.bytes ?? []
        return resourceType == "websocket" || status == 101 || url.starts(with: "ws:".utf8)
            || url.starts(with: "wss:".utf8)
    }
}
