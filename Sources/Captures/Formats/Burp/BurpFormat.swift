extension CaptureFormat {
    /// The items that Burp Suite saves as XML.
    package static let burp = CaptureFormat(
        "burp", "items saved by Burp Suite",
        .content(
            isBeginning: {
                $0.rootElement == "items"
                    && ($0.contains("burpVersion")
                        || ($0.contains("<item>") && $0.contains("<request")))
            }, open: { XMLContainerCapture<BurpItem>($0, $1) }))
}
