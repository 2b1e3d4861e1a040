internal import WireText

/// A kind of file that holds no capture, detected from its first bytes.
struct ForeignFile {
    /// The kind of the file, as a message names it.
    let title: String

    /// Detects files of other programs; `nil` for a file that may be a capture.
    init?(_ head: CaptureHead) {
        if let title = Self.title(of: head) {
            self.title = title
        } else {
            return nil
        }
    }

    private static func title(of head: CaptureHead) -> String? {
        for (title, beginnings) in signatures
        where beginnings.contains(where: { head.text.starts(with: $0) }) {
            return title
        }
        // Short signatures are words, too.
        let isBinary = head.text.contains(0)
        for (title, beginnings) in binarySignatures
        where isBinary && beginnings.contains(where: { head.text.starts(with: $0) }) {
            return title
        }
        return containerTitle(of: head.text) ?? textTitle(of: head.text)
    }

    /// The kind of a file in text, if no SAML is in its beginning.
    private static func textTitle(of text: ArraySlice<UInt8>) -> String? {
        let text = text.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let root: ArraySlice<UInt8>
        switch text.first {
        case UInt8(ascii: "-"): root = text
        case UInt8(ascii: "<"):
            guard let name = MessageRoot.rootName(of: Array(text.prefix(4096)))?.name else {
                return nil
            }
            root = name
        default: return nil
        }
        let title: String? =
            if root.starts(with: "-----BEGIN ".utf8) {
                "a certificate or a key (PEM)"
            } else if root.elementsEqual("project".utf8) {
                ByteText.contains("maven.apache.org", in: text) ? "a project of Maven" : nil
            } else if root.elementsEqual("plist".utf8) {
                "a property list"
            } else if root.elementsEqual("svg".utf8) {
                "an image (SVG)"
            } else {
                nil
            }
        guard let title, !ByteText.contains("SAML", in: text),
            MessageFinder.messages(in: text).isEmpty
        else { return nil }
        return title
    }

    /// The signatures that no text begins with.
    private static let signatures: [(title: String, beginnings: [[UInt8]])] = [
        ("an image (PNG)", [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]),
        ("an image (JPEG)", [[0xFF, 0xD8, 0xFF]]),
        ("an image (GIF)", [Array("GIF87a".utf8), Array("GIF89a".utf8)]),
        ("a document (PDF)", [Array("%PDF-".utf8)]),
        ("a font (WOFF)", [Array("wOFF".utf8), Array("wOF2".utf8)]),
        ("a document of an older Office", [[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]]),
        ("a program (ELF)", [[0x7F, 0x45, 0x4C, 0x46]]),
        (
            "a program (Mach-O)",
            [
                [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE],
                [0xCF, 0xFA, 0xED, 0xFE],
            ]
        ),
        ("a program (Mach-O), or a class of Java", [[0xCA, 0xFE, 0xBA, 0xBE]]),
        ("a program (WebAssembly)", [[0x00, 0x61, 0x73, 0x6D]]),
        ("a database (SQLite)", [Array("SQLite format 3\0".utf8)]),
        ("a video (Matroska)", [[0x1A, 0x45, 0xDF, 0xA3]]),
        ("a library (ar)", [Array("!<arch>\n".utf8)]),
    ]

    /// The signatures that count only where a NUL follows.
    private static let binarySignatures: [(title: String, beginnings: [[UInt8]])] = [
        ("an image (ICO)", [[0x00, 0x00, 0x01, 0x00], [0x00, 0x00, 0x02, 0x00]]),
        ("an image (TIFF)", [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]),
        ("an image (BMP)", [Array("BM".utf8)]),
        ("an image (ICNS)", [Array("icns".utf8)]),
        ("a program (Windows)", [Array("MZ".utf8)]),
        (
            "a font",
            [
                Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8),
                [0x00, 0x01, 0x00, 0x00, 0x00],
            ]
        ),
        (
            "a sound (MP3, FLAC or Ogg)",
            [Array("ID3".utf8), Array("fLaC".utf8), Array("OggS".utf8)]
        ),
    ]

    /// The kind of a file whose signature stands behind the length of its first part.
    private static func containerTitle(of text: ArraySlice<UInt8>) -> String? {
        let head = Array(text.prefix(12))
        guard head.count == 12 else { return nil }
        if head.starts(with: "RIFF".utf8) {
            switch String(decoding: head[8...], as: UTF8.self) {
            case "WEBP": return "an image (WebP)"
            case "WAVE": return "a sound (WAV)"
            case "AVI ": return "a video (AVI)"
            default: return nil
            }
        }
        guard head[0] == 0, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        switch String(decoding: head[8...], as: UTF8.self) {
        case "avif", "heic", "heix", "mif1": return "an image (HEIF or AVIF)"
        default: return "a video or a sound (MP4)"
        }
    }

    /// Returns whether bytes that no text has begin a file, which is searched all the same.
    static func isUnknownBinary(_ head: CaptureHead) -> Bool {
        head.text.contains(0) && !isWideMarkup(head.text)
    }

    /// Returns whether XML in UTF-16 or UTF-32 begins here, which names its encoding itself.
    private static func isWideMarkup(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
            || text.prefix(256).first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}
