internal import WireText

/// The places where the calls of a log end inside a message in XML that one program wrote at any width.
///
/// A log that cuts where it likes ends some call inside a tag, where no program that writes XML ends a line. Without such a
/// place, the line ends are those of the message.
struct MarkupBreaks {
    private enum Kind {
        /// Inside a name or a value of a tag.
        case insideTag
        case insideText
        /// Between two tags, where a line end of the message may also stand.
        case betweenTags
        /// A line end of the message, or one between two attributes, where it means nothing.
        case ofMessage
    }

    /// The text of the calls; without a call that ends inside a tag, `nil`.
    private(set) var joined: [UInt8]?
    private var isInTag = false
    private var quote: UInt8?
    /// The widest line of Base64 that encoders wrap.
    private static let widestWrap = 128
    private static let longestName = 80

    /// Joins the calls.
    ///
    /// - Parameter calls: The text of each call, without what the log writes before it.
    init(between calls: [[UInt8]]) {
        var kinds: [Kind] = []
        for (call, next) in zip(calls, calls.dropFirst()) {
            pass(call)
            kinds.append(kind(after: call[...], before: next[...]))
        }
        guard kinds.contains(.insideTag), let first = calls.first else { return }
        // A program that ends lines between tags ends most of them there.
        let cutCount = kinds.count { $0 == .insideTag || $0 == .insideText }
        let isLineEndBetweenTags = cutCount * 2 <= kinds.count
        var bytes = first
        for (kind, next) in zip(kinds, calls.dropFirst()) {
            if kind == .ofMessage || kind == .betweenTags && isLineEndBetweenTags {
                bytes.append(UInt8(ascii: "\n"))
            }
            bytes += next
        }
        joined = bytes
    }

    /// Notes whether the text is in a tag, and in a value of it, after a call.
    private mutating func pass(_ call: [UInt8]) {
        var last: UInt8 = 0
        for byte in call {
            switch byte {
            case _ where quote != nil: if byte == quote { quote = nil }
            case UInt8(ascii: "<"): isInTag = true
            // A comment or a declaration has no attributes.
            case UInt8(ascii: "!") where last == UInt8(ascii: "<"),
                UInt8(ascii: "?") where last == UInt8(ascii: "<"), UInt8(ascii: ">"):
                isInTag = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"): if isInTag { quote = byte }
            default: break
            }
            last = byte
        }
    }

    private func kind(after call: ArraySlice<UInt8>, before next: ArraySlice<UInt8>) -> Kind {
        guard let last = call.last, let first = next.first else { return .ofMessage }
        guard quote == nil else { return first.isWhiteSpace ? .ofMessage : .insideTag }
        guard !isInTag else {
            return Self.isBetweenAttributes(call, next) ? .ofMessage : .insideTag
        }
        let isTagNext = next.first { !$0.isWhiteSpace } == UInt8(ascii: "<")
        if isTagNext, last == UInt8(ascii: ">") || last.isWhiteSpace {
            return first.isWhiteSpace ? .ofMessage : .betweenTags
        }
        return Self.isWrapped(call) || Self.isWrapped(next) ? .ofMessage : .insideText
    }

    /// Returns whether a line end between two parts of a tag would be white space between attributes.
    private static func isBetweenAttributes(
        _ call: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>
    ) -> Bool {
        let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        guard let last = call.last, let first = next.first, !last.isWhiteSpace,
            !first.isWhiteSpace, !quotes.contains(last)
        else { return true }
        // "<saml:Attribute" before "Name=", and not "<saml:Attribute Na" before "me=".
        let start = call.suffix(longestName).last {
            $0 == UInt8(ascii: "<") || $0.isWhiteSpace || quotes.contains($0)
        }
        let end = next.prefix(longestName).first {
            $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") || $0.isWhiteSpace
        }
        return start == UInt8(ascii: "<") && last != UInt8(ascii: "<") && end == UInt8(ascii: "=")
    }

    /// Returns whether a line holds nothing but Base64 of a width at which encoders wrap it.
    private static func isWrapped(_ line: ArraySlice<UInt8>) -> Bool {
        line.count <= widestWrap
            && line.allSatisfy {
                Base64Run.isDigit[Int($0)] || $0 == UInt8(ascii: "=") || $0.isWhiteSpace
            }
    }
}
