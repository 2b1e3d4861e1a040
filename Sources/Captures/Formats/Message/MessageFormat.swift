extension CaptureFormat {
    /// The whole file is one message.
    public static let message = CaptureFormat(
        "message", "one SAML message",
        .content(isBeginning: { _ in true }, open: { WholeMessage($0, $1) }))
}
