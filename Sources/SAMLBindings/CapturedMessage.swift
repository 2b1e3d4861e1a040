internal import WireText

/// A SAML message as it was found, in its original encoding.
public struct CapturedMessage: Hashable, Sendable, CustomStringConvertible {
    /// The bytes that were captured.
    public let bytes: [UInt8]
    /// The place of capture.
    public let source: MessageSource
    /// The result of the standard decoder, where that is known.
    package let envelope: MessageEnvelope?

    /// Creates a captured message.
    public init(bytes: [UInt8], source: MessageSource = MessageSource()) {
        self.init(bytes: bytes, source: source, envelope: nil)
    }

    package init(bytes: [UInt8], source: MessageSource, envelope: MessageEnvelope?) {
        self.bytes = bytes
        self.source = source
        self.envelope = envelope
    }

    /// The size of the message; never its content.
    public var description: String { "CapturedMessage(\(bytes.count) bytes)" }
}

/// The origin of a captured message.
public struct MessageSource: Hashable, Sendable {
    /// The file, as it was named; `-` is standard input.
    public var file: String?
    /// The entry inside the file, counted from 0, where the file is a list of entries.
    public var entry: Int?
    /// The line of the file, counted from 1, where the file has a message a line.
    public var line: Int?
    /// The capture time, as the capture writes it.
    public var time: String?
    /// The host of the exchange, which it was sent to in a request and came from in a response.
    public var host: String?
    /// The part of an exchange that holds it, where the file holds exchanges.
    package var part: MessagePart?
    /// The further places of the same message in the same file.
    package var alsoAt: [MessagePlace] = []

    /// Creates a source; what is not known is `nil`.
    public init(
        file: String? = nil, entry: Int? = nil, line: Int? = nil, time: String? = nil,
        host: String? = nil
    ) {
        self.file = file
        self.entry = entry
        self.line = line
        self.time = time
        self.host = host
    }
}

extension CapturedMessage: Redacted {}
