internal import SAMLBindings

/// A message found in an exchange, or why it cannot be had.
struct FoundMessage {
    let part: MessagePart
    let content: Result<[UInt8], CaptureError>
}

extension HTTPExchange {
    /// The messages of the exchange in the order they went over the wire: in the URL, in the body of the request, in
    /// the location a response leads to, in its body.
    func messages() -> [FoundMessage] { [] }
}
