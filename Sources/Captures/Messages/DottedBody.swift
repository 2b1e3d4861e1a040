internal import WireText

/// A body in which dots stand for line ends and for bytes outside ASCII, as `curl --trace-ascii` writes it.
struct DottedBody {
    /// The reason why a message with such dots is not read.
    static let error = CaptureError(
        .redactedMessage,
        detail: "curl --trace-ascii writes line ends and bytes outside ASCII as dots; record it "
            + "by curl --trace FILE, which keeps every byte")

    private static let namespace = "urn:oasis:names:tc:SAML:"

    let bytes: ArraySlice<UInt8>

    /// A Boolean value that indicates whether a message is in the body and dots have broken it.
    var hasBrokenMessage: Bool {
        let start = bytes.drop { $0.isWhiteSpace || $0 == UInt8(ascii: ".") }
        guard let first = start.first else { return false }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            guard JSONBody.marks.contains(where: { start.contains("\"\($0)\"") }) else {
                return false
            }
            return (try? JSONBody(parsing: Array(bytes))) == nil
        }
        guard first == UInt8(ascii: "<"), start.contains(Self.namespace),
            !CaptureHead.isPage(start.prefix(1024))
        else { return false }
        return !bytes.isSAMLDocument || hasDotsBetweenTags
    }

    /// A Boolean value that indicates whether dots stand between tags, where XML has line ends.
    private var hasDotsBetweenTags: Bool {
        var isBehindTag = false
        var hasDot = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ">"): (isBehindTag, hasDot) = (true, false)
            case UInt8(ascii: "."): hasDot = hasDot || isBehindTag
            case UInt8(ascii: "<"):
                if isBehindTag, hasDot { return true }
                isBehindTag = false
            case 0x20: break
            default: isBehindTag = false
            }
        }
        return false
    }
}
