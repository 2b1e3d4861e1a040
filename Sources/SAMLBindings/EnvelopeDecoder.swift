internal import PayloadCoding

/// Unpacks captured messages, whatever they were packed in.
///
/// It undoes, from the outside in, a form body or query string, percent-encoding, Base64 and
/// DEFLATE, until XML appears, and notes each step. XML itself is passed on as it is, apart from
/// white space before it, after which an XML declaration could not stand.
public struct EnvelopeDecoder: Hashable, Sendable {
    /// How large a message may be.
    public struct Limits: Hashable, Sendable {
        /// The largest capture, in octets: 24 MiB unless given.
        public var octetCount: Int
        /// The largest message that decompression may give, in octets: 8 MiB unless given.
        public var inflatedOctetCount: Int

        /// Creates limits; what is not given is as in ``standard``.
        public init(octetCount: Int = 24 << 20, inflatedOctetCount: Int = 8 << 20) {
            self.octetCount = octetCount
            self.inflatedOctetCount = inflatedOctetCount
        }

        /// The limits for one SAML message.
        public static let standard = Limits()
    }

    /// How large a message may be.
    public let limits: Limits

    /// Creates a decoder.
    public init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Unpacks a message.
    ///
    /// - Throws: An ``EnvelopeError`` when no XML comes out.
    public func envelope(from message: CapturedMessage) throws(EnvelopeError) -> MessageEnvelope {
        guard message.octets.count <= limits.octetCount else {
            throw EnvelopeError(.tooManyOctets)
        }
        guard let start = message.octets.firstIndex(where: { !$0.isWhiteSpace }) else {
            throw EnvelopeError(.empty)
        }
        if MessageOctets.isXML(message.octets[start...]) {
            return MessageEnvelope(
                xml: Array(message.octets[start...]), steps: start > 0 ? [.whiteSpace] : [],
                parameter: nil, relayState: nil)
        }
        // Base64 without a line break is what most captures hold, and it cannot be anything else.
        if let xml = try? Base64.decode(message.octets), MessageOctets.isXML(xml[...]) {
            return MessageEnvelope(
                xml: xml, steps: [.base64], parameter: nil, relayState: nil)
        }
        var unpacking = Unpacking(octets: message.octets.withoutByteOrderMark, limits: limits)
        try unpacking.undoForm()
        guard unpacking.octets.contains(where: { !$0.isWhiteSpace }) else {
            throw EnvelopeError(.empty)
        }
        try unpacking.undoPercentEncoding()
        try unpacking.undoBase64()
        try unpacking.undoDeflate()
        guard MessageOctets.isXML(unpacking.octets.drop(while: \.isWhiteSpace)) else {
            throw EnvelopeError(.notXML)
        }
        return MessageEnvelope(
            xml: unpacking.octets, steps: unpacking.steps, parameter: unpacking.parameter,
            relayState: unpacking.relayState)
    }
}

/// A message on its way out of its packing.
private struct Unpacking {
    var octets: [UInt8]
    let limits: EnvelopeDecoder.Limits
    var steps: [MessageEnvelope.Step] = []
    var parameter: MessageEnvelope.Parameter?
    var relayState: String?
    private var marks: MessageOctets.Marks

    init(octets: [UInt8], limits: EnvelopeDecoder.Limits) {
        self.octets = octets
        self.limits = limits
        marks = MessageOctets.Marks(in: octets)
    }

    mutating func undoForm() throws(EnvelopeError) {
        guard !marks.contains(.binary), FormParameters.isLikely(octets, marks: marks) else {
            return
        }
        guard let form = try FormParameters(parsing: octets) else { return }
        octets = form.message
        parameter = form.parameter
        relayState = form.relayState
        steps.append(.form)
        marks = MessageOctets.Marks(in: octets)
    }

    /// Undoes percent-encoding until there is none, at most twice: a third layer is no accident.
    ///
    /// The parameter of a form has had its first layer undone.
    mutating func undoPercentEncoding() throws(EnvelopeError) {
        guard !marks.contains(.binary) else { return }
        let layerCount = steps.contains(.form) ? 1 : 2
        for _ in 0..<layerCount where marks.contains(.percentSign) && !isXML {
            do {
                octets = try PercentEncoding.decode(octets)
            } catch {
                throw EnvelopeError(.invalidPercentEncoding, at: error.offset)
            }
            steps.append(.percentEncoding)
            marks = MessageOctets.Marks(in: octets)
        }
    }

    mutating func undoBase64() throws(EnvelopeError) {
        guard !isXML else { return }
        // Inside a line a space can only have been "+"; elsewhere it is wrapping.
        if marks.contains(.space), let joined = MessageOctets.replacingInnerSpaces(octets) {
            octets = joined
            steps.append(.spacesForPlus)
        }
        do {
            octets = try Base64.decodeWrapped(octets)
            steps.append(.base64)
        } catch {
            guard let standard = MessageOctets.standardAlphabet(forURLSafe: octets),
                let decoded = try? Base64.decodeWrapped(standard)
            else { throw EnvelopeError(.invalidBase64, at: error.offset) }
            octets = decoded
            steps.append(.base64URL)
        }
    }

    mutating func undoDeflate() throws(EnvelopeError) {
        guard steps.contains(.base64) || steps.contains(.base64URL), !isXML else { return }
        octets = try Inflation.inflated(octets, limit: limits.inflatedOctetCount)
        steps.append(.deflate)
    }

    private var isXML: Bool { MessageOctets.isXML(octets.drop(while: \.isWhiteSpace)) }
}
