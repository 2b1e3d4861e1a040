internal import PayloadCoding
internal import WireText

/// Unpacks captured messages, whatever they were packed in.
///
/// It undoes, from the outside in, a form body or query string, percent-encoding, hexadecimal, Base64 and
/// compression, until XML appears, and notes each step. XML itself is passed on as it is, apart from
/// white space before it, after which an XML declaration could not stand.
public struct EnvelopeDecoder: Hashable, Sendable {
    /// The limits on the size of a message.
    public struct Limits: Hashable, Sendable {
        /// The largest capture, in bytes: 24 MiB unless given.
        public var byteCount: Int
        /// The largest message that decompression may give, in bytes: 8 MiB unless given.
        public var inflatedByteCount: Int

        /// Creates limits; what is not given is as in ``standard``.
        public init(byteCount: Int = 24 << 20, inflatedByteCount: Int = 8 << 20) {
            self.byteCount = byteCount
            self.inflatedByteCount = inflatedByteCount
        }

        /// The limits for one SAML message.
        public static let standard = Limits()
    }

    /// The limits on the size of a message.
    package let limits: Limits

    /// Creates a decoder.
    public init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Unpacks a message.
    ///
    /// - Throws: An ``EnvelopeError`` when no XML comes out.
    public func envelope(from message: CapturedMessage) throws(EnvelopeError) -> MessageEnvelope {
        if let envelope = message.envelope, self == EnvelopeDecoder() { return envelope }
        guard message.bytes.count <= limits.byteCount else {
            throw EnvelopeError(.tooManyBytes)
        }
        guard let start = message.bytes.firstIndex(where: { !$0.isWhiteSpace }) else {
            throw EnvelopeError(.empty)
        }
        let text = message.bytes[start...]
        if MessageBytes.isXML(text), !TextEscapes.areIn(markup: text) {
            return MessageEnvelope(
                xml: Array(text), steps: start > 0 ? [.whiteSpace] : [],
                parameter: nil, relayState: nil,
                repairs: start > 0 && text.starts(with: "<?xml".utf8) ? [.whiteSpaceBefore] : [])
        }
        if let wide = MessageBytes.wideXML(message.bytes) {
            return MessageEnvelope(
                xml: Array(wide), steps: [.whiteSpace], parameter: nil, relayState: nil)
        }
        // Base64 without a line break is what most captures hold, and it cannot be anything else.
        if let xml = try? Base64.decode(message.bytes), MessageBytes.isXML(xml[...]) {
            return MessageEnvelope(
                xml: xml, steps: [.base64], parameter: nil, relayState: nil)
        }
        var unpacking = Unpacking(bytes: message.bytes.withoutByteOrderMark, limits: limits)
        try unpacking.undoBytes()
        unpacking.undoEscapes()
        try unpacking.undoBytes()
        try unpacking.undoForm()
        guard unpacking.bytes.contains(where: { !$0.isWhiteSpace }) else {
            throw EnvelopeError(.empty)
        }
        try unpacking.undoPercentEncoding()
        unpacking.undoEscapes()
        try unpacking.undoBytes()
        try unpacking.undoBase64()
        try unpacking.undoCompression()
        guard MessageBytes.isXML(unpacking.bytes.drop(while: \.isWhiteSpace)) else {
            throw EnvelopeError(.notXML)
        }
        var envelope = MessageEnvelope(
            xml: unpacking.bytes, steps: unpacking.steps, parameter: unpacking.parameter,
            relayState: unpacking.relayState, signedQuery: unpacking.signedQuery,
            repairs: unpacking.repairs)
        if envelope.isDoublyEncoded || envelope.steps.count(where: { $0 == .base64 }) > 1 {
            envelope.repairs.insert(.encodedTwice, at: 0)
        }
        return envelope
    }
}

/// A message on its way out of its packing.
private struct Unpacking {
    var bytes: [UInt8]
    let limits: EnvelopeDecoder.Limits
    var steps: [MessageEnvelope.Step] = []
    private(set) var repairs: [MessageEnvelope.Repair] = []
    var parameter: MessageEnvelope.Parameter?
    var relayState: String?
    private var signedParameters: [SignedQuery.Parameter] = []
    private var marks: MessageBytes.Marks

    init(bytes: [UInt8], limits: EnvelopeDecoder.Limits) {
        self.bytes = bytes
        self.limits = limits
        marks = MessageBytes.Marks(in: bytes)
    }

    /// Undoes hexadecimal and compression that no Base64 is around.
    mutating func undoBytes() throws(EnvelopeError) {
        guard !isXML else { return }
        if let plain = HexadecimalText.bytes(in: bytes[...]) {
            bytes = plain
            steps.append(.hexadecimal)
            marks = MessageBytes.Marks(in: bytes)
        }
        guard marks.contains(.binary), !isXML, let compression = Compression(headerOf: bytes)
        else { return }
        // The header of zlib may be two characters.
        let isCertain = bytes.prefix(2).contains { $0 < 0x20 || $0 >= 0x7F }
        guard let content = try inflated(compression, orFail: isCertain) else { return }
        bytes = content
        steps.append(compression.step)
        marks = MessageBytes.Marks(in: bytes)
    }

    private func inflated(
        _ compression: Compression, orFail isCertain: Bool
    ) throws(EnvelopeError) -> [UInt8]? {
        do throws(EnvelopeError) {
            return try Inflation.inflated(bytes, compression, limit: limits.inflatedByteCount)
        } catch {
            guard isCertain else { return nil }
            throw error
        }
    }

    /// Undoes quotation marks around the message and the escapes of the JSON and HTML that it was taken from, layer by
    /// layer; a fourth layer of one kind is no accident.
    mutating func undoEscapes() {
        let layerCount = 3
        guard marks.contains(.escape) else { return }
        guard !bytes.contains(where: { $0 < 0x20 && !$0.isWhiteSpace }) else { return }
        for _ in 0..<2 * layerCount where !isPlainXML {
            if !isXML, let plain = BytesLiteral.undone(bytes) {
                bytes = plain
                steps.append(.bytesLiteral)
            } else if isXML, TextEscapes.isTypographic(bytes[...]) {
                bytes = Typography.undone(inTagsOf: bytes)
                steps.append(.quotes)
                note(.quotes)
            } else if bytes.contains(UInt8(ascii: "\\")), !TextEscapes.areReferences(around: bytes)
            {
                guard steps.count(where: { $0 == .jsonEscapes }) < layerCount else { break }
                bytes = StringEscape.undone(in: bytes[...])
                steps.append(.jsonEscapes)
                note(.jsonEscapes)
            } else if !isXML, let plain = CharacterReference.decoded(bytes[...]) {
                guard steps.count(where: { $0 == .htmlEscapes }) < layerCount else { break }
                bytes = plain
                steps.append(.htmlEscapes)
                note(.htmlEscapes)
            } else if !isXML, let plain = Typography.undone(around: bytes) {
                bytes = plain
                steps.append(.quotes)
                note(.quotes)
            } else {
                break
            }
        }
        marks = MessageBytes.Marks(in: bytes)
    }

    /// A Boolean value that indicates whether XML begins here that is not escaped.
    private var isPlainXML: Bool {
        let text = bytes.drop(while: \.isWhiteSpace)
        return MessageBytes.isXML(text) && !TextEscapes.areIn(markup: text)
    }

    mutating func undoForm() throws(EnvelopeError) {
        guard !isXML, !marks.contains(.binary), FormParameters.isLikely(bytes, marks: marks) else {
            return
        }
        guard let form = try FormParameters(parsing: bytes) else {
            guard let other = try OtherParameter(of: bytes) else { return }
            guard other.name != .artifact else { throw EnvelopeError(.artifact) }
            bytes = other.value
            steps.append(.form)
            marks = MessageBytes.Marks(in: bytes)
            return
        }
        bytes = form.message
        parameter = form.parameter
        relayState = form.relayState
        if form.isSigned { signedParameters = form.all }
        steps.append(.form)
        marks = MessageBytes.Marks(in: bytes)
    }

    /// A Boolean value that indicates whether the bytes are XML, percent-encoded as a form encodes it.
    ///
    /// A tag with attributes has spaces, and never a plus sign outside a value.
    private var hasPlusForSpace: Bool {
        let text = bytes.drop(while: \.isWhiteSpace)
        guard text.starts(with: "%3C".utf8) || text.starts(with: "%3c".utf8) else { return false }
        var name = text.dropFirst(3).prefix(Self.longestName)
        while let byte = name.first, byte > 0x20, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: "+") { return true }
            guard byte == UInt8(ascii: "%") else {
                name = name.dropFirst()
                continue
            }
            // A colon, or the mark of an XML declaration.
            guard ["%3A", "%3a", "%3F", "%3f"].contains(where: { name.starts(with: $0.utf8) })
            else { return false }
            name = name.dropFirst(3)
        }
        return false
    }

    private static let longestName = 256

    /// Undoes percent-encoding until there is none, at most three times: a fourth layer is no accident.
    ///
    /// The parameter of a form has had its first layer undone.
    mutating func undoPercentEncoding() throws(EnvelopeError) {
        guard !marks.contains(.binary) else { return }
        let layerCount = steps.contains(.form) ? 2 : 3
        for _ in 0..<layerCount where marks.contains(.percentSign) && !isXML {
            if hasPlusForSpace {
                bytes = try FormParameters.value(bytes[...])
            } else {
                do {
                    bytes = try PercentEncoding.decode(bytes)
                } catch {
                    throw EnvelopeError(.invalidPercentEncoding, at: error.offset)
                }
            }
            steps.append(.percentEncoding)
            marks = MessageBytes.Marks(in: bytes)
        }
    }

    mutating func undoBase64() throws(EnvelopeError) {
        guard !isXML else { return }
        // Inside a line a space can only have been "+"; elsewhere it is wrapping.
        if marks.contains(.space), let joined = MessageBytes.replacingInnerSpaces(bytes) {
            bytes = joined
            steps.append(.spacesForPlus)
            note(.spacesForPlus)
        }
        do {
            let decoded = try Base64.decodeWrapped(bytes)
            // White space at the ends is of the file rather than of the message.
            let text = bytes.drop(while: \.isWhiteSpace)
            let end = text.lastIndex { !$0.isWhiteSpace } ?? text.startIndex
            if end - text.startIndex >= (decoded.count + 2) / 3 * 4 { note(.wrappedBase64) }
            bytes = decoded
            steps.append(.base64)
        } catch {
            guard let standard = Base64URL.standardDigits(of: bytes),
                let decoded = try? Base64.decodeWrapped(standard)
            else { throw EnvelopeError(.invalidBase64, at: error.offset) }
            note(.urlSafeBase64)
            if bytes.count(where: { !$0.isWhiteSpace }) < standard.count { note(.missingPadding) }
            bytes = decoded
            steps.append(.base64URL)
        }
        guard !OtherParameter.isArtifact(bytes) else { throw EnvelopeError(.artifact) }
    }

    mutating func undoCompression() throws(EnvelopeError) {
        guard steps.contains(.base64) || steps.contains(.base64URL), !isXML else { return }
        // Apps encode what was encoded already; Base64 of XML and of compressed bytes begins with one of a few texts.
        if Self.base64Beginnings.contains(where: { bytes.starts(with: $0.utf8) }),
            let inner = try? Base64.decodeWrapped(bytes)
        {
            let isXML = MessageBytes.isXML(inner[...])
            if isXML || Compression(headerOf: inner) != nil {
                bytes = inner
                steps.append(.base64)
                if isXML { return }
            }
        }
        let compression = Compression(headerOf: bytes) ?? .deflate
        bytes = try Inflation.inflated(bytes, compression, limit: limits.inflatedByteCount)
        steps.append(compression.step)
        if compression != .deflate { note(.otherCompression) }
    }

    private static let base64Beginnings = [
        "PD", "PE", "PF", "PG", "PH", "H4sI", "eJ", "eN", "eA", "eF",
    ]

    private mutating func note(_ repair: MessageEnvelope.Repair) {
        if !repairs.contains(repair) { repairs.append(repair) }
    }

    /// The query string with the message that it was unpacked to.
    var signedQuery: SignedQuery? {
        guard !signedParameters.isEmpty else { return nil }
        return SignedQuery(
            parameters: signedParameters, xml: bytes,
            isDeflated: steps == [.form, .base64, .deflate])
    }

    private var isXML: Bool { MessageBytes.isXML(bytes.drop(while: \.isWhiteSpace)) }
}
