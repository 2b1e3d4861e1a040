internal import WireText

extension CaptureFormat {
    /// The file is an export of the browser extension SAML Chrome Panel.
    package static let samlChromePanel = CaptureFormat(
        "saml-chrome-panel", "an export of SAML Chrome Panel", at: .members, .samlChromePanel
    ) { outline, _ in
        let paths = outline.paths
        guard let key = paths.first, key.utf8.allSatisfy(\.isDigit) else { return false }
        return paths.contains("\(key).request") && paths.contains("\(key).startedDateTime")
            || paths.contains("\(key).request_url")
    }
}

extension JSONExchangeMap {
    /// An entry of SAML Chrome Panel: one of HAR without the body of the response.
    ///
    /// Its `saml` has the letters beyond ASCII broken, so that it stands only where nothing else does.
    fileprivate static let samlChromePanel = JSONExchangeMap(
        recorder: "SAML Chrome Panel",
        method: ["request.method", "request_method"], needsMethod: false,
        url: ["request.url", "request_url"],
        requestHeaders: ["request.headers", "headers"],
        responseHeaders: ["response.headers", "response_headers"],
        requestBody: { entry, _, _ in
            if let text = entry.filledText(["request.postData.text"]) {
                return HTTPBody(text: text, charset: nil)
            }
            let fields = entry[["request.postData.params", "postData"]]
            return HTTPBody(rebuiltFrom: fields?.parameters(named: "name") ?? [])
        },
        status: ["response.status", "response_status"], reason: ["response.statusText"],
        start: ["startedDateTime"], duration: ["time"], decodedMessage: ["saml"])
}

extension JSONValue {
    /// The parameters of a form in a list, without those that are switched off.
    func parameters(named name: String) -> [(name: String, value: [UInt8])] {
        (elements ?? []).compactMap { field in
            guard let name = field[name]?.text, !field.isSwitchedOff else { return nil }
            return (name: name, value: Array((field["value"]?.text ?? "").utf8))
        }
    }
}
