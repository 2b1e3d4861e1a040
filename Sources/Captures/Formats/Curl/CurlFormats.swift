extension CaptureFormat {
    /// Commands as browsers and proxies copy them, in the quoting of a POSIX shell or of Windows.
    package static let curlCommand = CaptureFormat(
        "curl", "curl commands",
        .content(
            isBeginning: { CurlCommandCapture.begins($0.text) },
            open: { CurlCommandCapture($0, $1) }))

    /// The output of `curl -v`, with or without the response.
    package static let curlVerbose = CaptureFormat(
        "curl-verbose", "the output of curl -v",
        .content(
            isBeginning: { CurlVerboseCapture.begins($0.text) },
            open: { CurlVerboseCapture($0, $1) }))

    /// The output of `curl --trace` and `curl --trace-ascii`.
    package static let curlTrace = CaptureFormat(
        "curl-trace", "a trace of curl",
        .content(
            isBeginning: { CurlTraceCapture.begins($0.text) },
            open: { CurlTraceCapture($0, $1) }))
}
