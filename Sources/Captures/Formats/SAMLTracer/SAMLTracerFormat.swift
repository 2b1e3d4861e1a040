internal import WireText

extension CaptureFormat {
    /// The file is an export of the browser extension SAML-tracer.
    package static let samlTracer = CaptureFormat(
        "saml-tracer", "an export of SAML-tracer", at: .array(["requests"]), .samlTracer
    ) { outline, _ in
        outline.has("requests[].url", "requests[].requestHeaders")
            && outline.paths.first != "log"
    }
}

extension JSONExchangeMap {
    /// A request of SAML-tracer, whose values may be masked or removed.
    ///
    /// Forms are all it has of bodies, and no times. `saml` stays readable whatever is masked; that of the redirect
    /// binding has its letters beyond ASCII broken, so that the URL is better.
    fileprivate static let samlTracer = JSONExchangeMap(
        recorder: "SAML-tracer", method: ["method"], requestHeaders: ["requestHeaders"],
        responseHeaders: ["responseHeaders"], requestBody: { request, _, _ in body(of: request) },
        status: ["responseStatus"], decodedMessage: ["saml"])

    private static func body(of request: JSONValue) -> HTTPBody {
        let parameters = parameters(of: request)
        guard !parameters.isEmpty else {
            if request["postData"]?.text == overwritten { return HTTPBody(state: .redacted) }
            // Other bodies than forms are never written.
            let isEmpty = ["GET", "HEAD"].contains(request["method"]?.text)
            return HTTPBody(state: isEmpty ? .empty : .notRecorded)
        }
        var body = HTTPBody(
            rebuiltFrom: parameters.map { (name: $0.name, value: Array($0.value.utf8)) })
        if parameters.contains(where: { isMasked($0.value) }) {
            body = HTTPBody(state: .redacted, mediaType: body.mediaType)
            if request.filledText(["saml"]) == nil {
                // The names say whether a message is lost.
                body.parameters = parameters.map { (name: $0.name, value: []) }
            }
        }
        return body
    }

    /// The parameters of the form, in their order where it is known.
    private static func parameters(of request: JSONValue) -> [(name: String, value: String)] {
        let pairs = (request["post"]?.elements ?? []).compactMap { pair in
            let pair = pair.elements ?? []
            return pair.count == 2 ? pair[0].text.map { ($0, pair[1].text ?? "") } : nil
        }
        guard pairs.isEmpty, let members = request["postData"]?.members else { return pairs }
        return members.flatMap { member in
            (member.value.elements ?? []).compactMap { value in value.text.map { (member.name, $0) }
            }
        }
    }

    private static let overwritten = "{overwritten}"

    /// Returns whether a value was replaced by a mask.
    private static func isMasked(_ value: String) -> Bool {
        value == overwritten
            || ["{hash:", "{obf:"].contains { value.hasPrefix($0) } && value.hasSuffix("}")
    }
}
