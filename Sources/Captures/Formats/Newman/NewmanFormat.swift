extension CaptureFormat {
    /// The file is a run of Postman's Newman, from its JSON reporter.
    package static let newman = CaptureFormat(
        "newman", newmanTitle,
        .content(
            isBeginning: { head in
                guard head.first == UInt8(ascii: "{") else { return false }
                let outline = head.outline
                // The collection comes first and may fill the beginning.
                return outline.has("run.executions")
                    || outline.has("collection.item")
                        && (outline.has("collection.info") || outline.has("collection._"))
            },
            open: { reader, context in
                let decoder = BodyDecoder(limit: context.limit)
                return JSONExchangeCapture(
                    reader, context, title: newmanTitle, at: .array(["run", "executions"])
                ) { element, source in
                    NewmanExecution(element).map {
                        [.exchange($0.exchange(at: source, decoder: decoder))]
                    }
                }
            }))

    private static let newmanTitle = "a run of Newman"
}
