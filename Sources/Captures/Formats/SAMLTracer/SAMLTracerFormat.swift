extension CaptureFormat {
    /// The file is an export of the browser extension SAML-tracer.
    package static let samlTracer = CaptureFormat(
        "saml-tracer", samlTracerTitle,
        .content(
            isBeginning: { head in
                guard head.first == UInt8(ascii: "{") else { return false }
                let outline = head.outline
                return outline.has("requests[].url", "requests[].requestHeaders")
                    && outline.paths.first != "log"
            },
            open: { reader, context in
                JSONExchangeCapture(
                    reader, context, title: samlTracerTitle, at: .array(["requests"])
                ) { element, source in
                    SAMLTracerRequest(element).map { [.exchange($0.exchange(at: source))] }
                }
            }))

    private static let samlTracerTitle = "an export of SAML-tracer"
}
