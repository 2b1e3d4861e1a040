internal import WireText

/// The body of a request or response, as far as the capture holds it.
package struct HTTPBody: Hashable, Sendable {
    /// The part of the body that the capture has.
    package enum State: Hashable, Sendable {
        case present
        /// It is known to be empty.
        case empty
        /// Files of this format never hold it.
        case notRecorded
        /// This one is missing, and why, in the recorder's words.
        case dropped(String)
        case redacted
        /// Its beginning is there.
        case truncated
        /// Its beginning is there; the rest is above the reader's limit.
        case tooLarge
        /// Its content coding, such as `br`, could not be undone.
        case undecodable(String)
    }

    /// The degree to which the bytes are those on the wire.
    package enum Exactness: Hashable, Sendable {
        /// The recorded bytes, with chunks and content codings undone here.
        case wire
        /// The recorder undid them.
        case decoded
        /// Text made bytes again with a guessed charset.
        case reencoded
        /// Joined from parameters: the order and the percent-encoding are guesses.
        case rebuilt
        /// U+FFFD stands for lost bytes.
        case lossy
        /// Dots stand for line ends and for bytes outside ASCII.
        case dotted
    }

    package var bytes: [UInt8]
    package var state: State
    package var exactness: Exactness
    /// The media type without parameters, in lower case.
    package var mediaType: String?
    /// The parameters of a form, where the recorder lists them: names and values without percent-encoding.
    package var parameters: [(name: String, value: [UInt8])] = []

    package init(
        _ bytes: [UInt8] = [], state: State? = nil, exactness: Exactness = .decoded,
        mediaType: String? = nil
    ) {
        self.bytes = bytes
        self.state = state ?? (bytes.isEmpty ? .empty : .present)
        self.exactness = exactness
        self.mediaType = mediaType
    }

    /// Creates the body of a form from its parameters.
    package init(rebuiltFrom parameters: [(name: String, value: [UInt8])]) {
        self.init(
            Self.form(of: parameters), exactness: .rebuilt,
            mediaType: "application/x-www-form-urlencoded")
        self.parameters = parameters
    }

    /// Creates a body from text that a recorder decoded.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - charset: The charset of the bytes; UTF-8 without one.
    init(text: String, charset: String?) {
        let name = charset?.lowercased() ?? "utf-8"
        let isLatin1 = ["iso-8859-1", "latin1", "latin-1", "us-ascii"].contains(name)
        if isLatin1, text.unicodeScalars.allSatisfy({ $0.value < 256 }) {
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            self.init(
                text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
                exactness: isASCII ? .decoded : .reencoded)
        } else {
            let isLossy = text.unicodeScalars.contains("\u{FFFD}")
            self.init(Array(text.utf8), exactness: isLossy ? .lossy : .decoded)
        }
    }

    /// Returns a form with parameters, percent-encoded.
    static func form(of parameters: [(name: String, value: [UInt8])]) -> [UInt8] {
        Array(
            parameters.map { name, value in
                PercentEscape.bytes(name.utf8) + [UInt8(ascii: "=")] + PercentEscape.bytes(value)
            }.joined(separator: [UInt8(ascii: "&")]))
    }

    /// The beginning of gzip whose bytes were written as characters.
    private static let gzipCharacters: [UInt8] = [0x1F, 0xC2, 0x8B]
    /// The beginning of gzip after a text decoder has lost bytes of it.
    private static let lostGzip: [UInt8] = [0x1F, 0xEF, 0xBF, 0xBD]

    /// The body out of a compression whose bytes a recorder wrote as characters.
    func outOfCharacters(_ decoder: BodyDecoder) -> HTTPBody {
        guard state == .present, bytes.first == Self.lostGzip[0] else { return self }
        var body = self
        if bytes.starts(with: Self.lostGzip) {
            body.state = .undecodable(ContentCoding.gzip.name)
        } else if bytes.starts(with: Self.gzipCharacters),
            let packed = Self.bytes(ofCharacters: bytes)
        {
            body = decoder.body(packed, coding: ContentCoding.gzip.name, exactness: .decoded)
            body.mediaType = mediaType
            body.parameters = parameters
        }
        return body
    }

    /// Returns a byte for each character of a text, `nil` if one is not a byte.
    static func bytes(ofCharacters text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    package static func == (one: HTTPBody, other: HTTPBody) -> Bool {
        one.bytes == other.bytes && one.state == other.state && one.exactness == other.exactness
            && one.mediaType == other.mediaType
            && one.parameters.elementsEqual(other.parameters) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(state)
    }
}
