extension CaptureFormat {
    /// The file is an HTTP archive, HAR 1.2, as browsers and proxies write it.
    public static let har = CaptureFormat(
        "har", "an HTTP archive (HAR 1.2)",
        .content(
            isBeginning: { head in
                head.begins("{")
                    && (head.fileExtension == "har"
                        || ["version", "creator", "browser", "pages", "entries", "comment"].contains
                        {
                            head.begins("{\"log\":{\"\($0)\":")
                        })
            }, open: { HARCapture($0, $1) }))
}
