extension CaptureFormat {
    /// The items that Burp Suite saves as XML.
    package static let burp = CaptureFormat(
        "burp", "items saved by Burp Suite", records: "item", atDepth: 2,
        { BurpItem(context: $0).exchange }
    ) { head in
        head.rootElement == "items"
            && (head.contains("burpVersion")
                || (head.contains("<item>") && head.contains("<request")))
    }
}
