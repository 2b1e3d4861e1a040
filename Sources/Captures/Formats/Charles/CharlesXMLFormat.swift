extension CaptureFormat {
    /// A session that Charles exports as XML.
    package static let charlesXML = CaptureFormat(
        "charles-xml", "an XML session of Charles", records: "transaction", atDepth: 2,
        { CharlesXMLTransaction(context: $0).exchange }
    ) { $0.rootElement == "charles-session" }
}
