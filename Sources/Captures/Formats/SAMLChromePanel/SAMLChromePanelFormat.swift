internal import WireText

extension CaptureFormat {
    /// The file is an export of the browser extension SAML Chrome Panel.
    package static let samlChromePanel = CaptureFormat(
        "saml-chrome-panel", samlChromePanelTitle,
        .content(
            isBeginning: { head in
                guard head.first == UInt8(ascii: "{") else { return false }
                let paths = head.outline.paths
                guard let key = paths.first, key.utf8.allSatisfy(\.isDigit) else { return false }
                return paths.contains("\(key).request") && paths.contains("\(key).startedDateTime")
                    || paths.contains("\(key).request_url")
            },
            open: { reader, context in
                JSONExchangeCapture(
                    reader, context, title: samlChromePanelTitle, at: .members
                ) { element, source in
                    SAMLChromePanelEntry(element).map { [.exchange($0.exchange(at: source))] }
                }
            }))

    private static let samlChromePanelTitle = "an export of SAML Chrome Panel"
}
