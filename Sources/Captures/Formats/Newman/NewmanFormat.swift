internal import WireText

extension CaptureFormat {
    /// The file is a run of Postman's Newman, from its JSON reporter.
    package static let newman = CaptureFormat(
        "newman", "a run of Newman", at: .array(["run", "executions"]), .newman
    ) { outline, _ in
        // The collection comes first and may fill the beginning.
        outline.has("run.executions")
            || outline.has("collection.item")
                && (outline.has("collection.info") || outline.has("collection._"))
    }
}

extension JSONExchangeMap {
    /// A request that Newman sent, and what came back.
    fileprivate static let newman = JSONExchangeMap(
        recorder: "Newman", method: ["request.method"], needsMethod: false,
        joinedURL: { execution, _ in execution[["request.url"]].map { url($0) } },
        requestHeaders: ["request.header"], responseHeaders: ["response.header"],
        requestBody: { execution, _, _ in requestBody(execution[["request.body"]]) },
        responseBody: { execution, headers, decoder in
            execution[["response"]].map { body(of: $0, headers, decoder) } ?? HTTPBody()
        },
        status: ["response.code"], reason: ["response.status"],
        failure: ["requestError.code", "requestError.message"],
        duration: ["response.responseTime"], comment: ["item.name"],
        complete: { $1.method = $1.method ?? "GET" })

    /// The absolute URL: text, or the parts it was taken apart into.
    private static func url(_ url: JSONValue) -> [UInt8] {
        guard url.members != nil else { return Array((url.text ?? "").utf8) }
        let scheme = url["protocol"]?.text ?? "http"
        let host = joined(url["host"], by: ".")
        let port = url["port"].flatMap { $0.text ?? $0.int.map { "\($0)" } } ?? ""
        let path = joined(url["path"], by: "/")
        let query = (url["query"]?.elements ?? []).compactMap { pair -> String? in
            guard let key = pair["key"]?.text, !pair.isSwitchedOff else { return nil }
            return pair["value"]?.text.map { "\(key)=\($0)" } ?? key
        }
        let authority = port.isEmpty ? host : "\(host):\(port)"
        let mark = query.isEmpty ? "" : "?"
        return Array("\(scheme)://\(authority)/\(path)\(mark)\(query.joined(separator: "&"))".utf8)
    }

    private static func joined(_ parts: JSONValue?, by separator: String) -> String {
        parts?.text ?? (parts?.elements ?? []).compactMap(\.text).joined(separator: separator)
    }

    private static func requestBody(_ body: JSONValue?) -> HTTPBody {
        switch body?["mode"]?.text {
        case nil: return HTTPBody()
        case "raw": return HTTPBody(text: body?["raw"]?.text ?? "", charset: nil)
        case "file": return HTTPBody(state: .dropped("a file"))
        case .some(let mode) where mode == "urlencoded" || mode == "formdata":
            let parameters = body?[mode]?.parameters(named: "key") ?? []
            // The parts of a form with files were not kept as they were sent; a form stands for them.
            guard mode == "urlencoded" || !parameters.isEmpty else { return HTTPBody() }
            return HTTPBody(rebuiltFrom: parameters)
        case .some: return HTTPBody(state: .dropped("not kept"))
        }
    }

    /// The bytes of a response, which Newman writes as a list of numbers, decoded.
    private static func body(
        of response: JSONValue, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        if let text = response["body"]?.text { return HTTPBody(text: text, charset: nil) }
        let numbers = response[["stream.data", "stream"]]?.elements ?? []
        let bytes = numbers.compactMap { $0.int.flatMap { UInt8(exactly: $0) } }
        guard bytes.count == numbers.count else { return HTTPBody(state: .dropped("no bytes")) }
        if bytes.isEmpty, let size = response["responseSize"]?.int, size > 0 {
            return HTTPBody(state: .dropped("not kept"))
        }
        return decoder.body(bytes, under: headers, exactness: .decoded)
    }
}
