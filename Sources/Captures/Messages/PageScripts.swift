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
        tag("script", in: page).flatMap { start in
            page[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        }
    }

    private static func scriptEnd(in script: ArraySlice<UInt8>) -> Int {
        tag("/script", in: script) ?? script.endIndex
    }

    /// The place of the next tag whose name begins with a text.
    private static func tag(_ name: String, in page: ArraySlice<UInt8>) -> Int? {
        let count = name.utf8.count
        let first = name.utf8.first
        var index = page.startIndex
        while let opening = page[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = opening + 1
            guard index < page.endIndex, page[index] == first || page[index] | 0x20 == first else {
                continue
            }
            if page[index...].prefix(count).equalsIgnoringCase(name) { return opening }
        }
        return nil
    }
}
