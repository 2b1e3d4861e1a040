internal import WireText

/// The messages in the scripts of a page that have the name of a parameter, such as in the URL that a script goes on to.
struct PageScripts {
    /// The messages as they stand in the scripts, or why they cannot be had.
    private(set) var messages: [Result<[UInt8], CaptureError>] = []

    /// Finds the messages; of what only looks like one nothing is noted.
    init(in page: ArraySlice<UInt8>) {
        var rest = page
        while let start = Self.scriptStart(in: rest) {
            let script = rest[start...]
            let end = Self.scriptEnd(in: script)
            find(in: script[..<end])
            rest = script[end...]
        }
    }

    private mutating func find(in script: ArraySlice<UInt8>) {
        guard SAMLParameter.messages.contains(where: { script.contains($0) }) else { return }
        for found in MessageFinder.messages(in: script)
        where Self.isNamed(script[(script.startIndex + found.offset)...], in: script) {
            switch found.content {
            case .success(let bytes) where bytes[...].isMessage: messages.append(found.content)
            case .failure(let error) where error.code == .truncatedMessage:
                messages.append(found.content)
            default: break
            }
        }
    }

    /// Returns whether the name of a parameter begins a message or stands shortly before it.
    private static func isNamed(
        _ message: ArraySlice<UInt8>, in script: ArraySlice<UInt8>
    ) -> Bool {
        let longestGap = 48
        let longestName = 12
        let start = max(script.startIndex, message.startIndex - longestGap)
        let end = min(script.endIndex, message.startIndex + longestName)
        return SAMLParameter.messages.contains { script[start..<end].contains($0) }
    }

    /// The place after the start tag of the next script.
    private static func scriptStart(in page: ArraySlice<UInt8>) -> Int? {
        var rest = page
        while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(opening + 1)...]
            guard rest.prefix(6).equalsIgnoringCase("script") else { continue }
            return rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        }
        return nil
    }

    private static func scriptEnd(in script: ArraySlice<UInt8>) -> Int {
        var rest = script
        while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(opening + 1)...]
            if rest.prefix(7).equalsIgnoringCase("/script") { return opening }
        }
        return script.endIndex
    }
}
