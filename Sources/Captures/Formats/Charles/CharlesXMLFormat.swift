extension CaptureFormat {
    /// A session that Charles exports as XML.
    package static let charlesXML = CaptureFormat(
        "charles-xml", "an XML session of Charles",
        .content(
            isBeginning: { $0.rootElement == "charles-session" },
            open: { XMLContainerCapture<CharlesXMLTransaction>($0, $1) }))
}
