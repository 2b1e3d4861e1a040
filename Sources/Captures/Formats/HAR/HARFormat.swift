extension CaptureFormat {
    /// The file is an HTTP archive, HAR 1.2, as browsers and proxies write it.
    public static let har = CaptureFormat(
        "har", "an HTTP archive (HAR 1.2)",
        .content(isBeginning: { $0.isHAR }, open: { HARCapture($0, $1) }))
}

extension CaptureHead {
    fileprivate var isHAR: Bool {
        if fileExtension == "har" { return begins("{") || begins("[") }
        if begins("{\"log\":{\"") {
            return ["version", "creator", "browser", "pages", "entries", "comment"]
                .contains { begins("{\"log\":{\"\($0)\":") }
        }
        // Entries alone have what no other format calls so.
        return (begins("[{") || begins("{\"entries\":[{")) && text.contains("\"startedDateTime\"")
            && text.contains("\"request\"")
    }
}
