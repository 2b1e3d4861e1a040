internal import SAMLBindings
internal import WireText

extension CaptureFormat {
    /// Each line is one message.
    public static let lines = CaptureFormat(
        "lines", "a message a line",
        .content(
            isBeginning: {
                guard let first = $0.first, first != UInt8(ascii: "<") else { return false }
                return $0.hasPayloadLines
            }, open: { LineCapture($0, $1) }))
}

extension CaptureHead {
    /// A Boolean value that indicates whether the lines are payloads, rather than pieces of one payload that was
    /// wrapped.
    fileprivate var hasPayloadLines: Bool {
        var lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { line in line.contains { $0 > 0x20 } }
        // The last line may be cut off.
        if !isWhole, lines.count > 1 { lines.removeLast() }
        guard lines.count > 1 else {
            return !isWhole && lines.first.map(Self.isPayload) ?? false
        }
        if Self.isWrapped(lines) || isWhole && Self.isBroken(lines) { return false }
        return lines.count(where: Self.isPayload) * 2 >= lines.count
    }

    /// Returns whether the lines are one message that was broken where it likes, and the first is not one.
    private static func isBroken(_ lines: [ArraySlice<UInt8>]) -> Bool {
        guard let first = lines.first, isPayload(first),
            !lines.dropFirst().contains(where: isPayload)
        else { return false }
        return MessageShape(of: Array(first)) != .complete
            && MessageShape(of: Array(lines.joined())) == .complete
    }

    /// Returns whether all lines but the last have one length, as encoders that wrap make them.
    private static func isWrapped(_ lines: [ArraySlice<UInt8>]) -> Bool {
        let longestWrap = 128
        guard let first = lines.first, let last = lines.last, first.count <= longestWrap else {
            return false
        }
        return lines.dropLast().allSatisfy { $0.count == first.count } && last.count <= first.count
    }

    /// Returns whether a line begins as a message in Base64, percent-encoding or a form does.
    private static func isPayload(_ line: ArraySlice<UInt8>) -> Bool {
        if HexadecimalText.mayBegin(line) { return true }
        // A line of a log continues after a payload, and "POST /path" begins like one.
        guard !line.trimmingWhiteSpace().contains(where: { $0 == 0x20 || $0 == 0x09 }) else {
            return false
        }
        let beginnings = ["%3C", "%3c", "SAMLResponse=", "SAMLRequest=", "77u/", "77u%2F"]
        if beginnings.contains(where: { line.starts(with: $0.utf8) }) { return true }
        // gzip and zlib.
        if line.first == UInt8(ascii: "H") || line.first == UInt8(ascii: "e") {
            return MessageShape.mayBegin(MessageShape.digits(in: Array(line.prefix(160))))
        }
        // "<" and any ASCII character, in Base64.
        guard line.first == UInt8(ascii: "P"), let second = line.dropFirst().first else {
            return false
        }
        return (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(second)
    }
}
