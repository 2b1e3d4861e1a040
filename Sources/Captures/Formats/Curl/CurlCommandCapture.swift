internal import SAMLBindings
internal import WireText

/// A file of curl commands, as "Copy as cURL" of browsers and proxies writes them.
///
/// They are read, never run.
final class CurlCommandCapture: SteppedCapture {
    private enum Commands {
        case shell(ShellWords)
        case windows(WindowsWords)

        var line: Int {
            switch self {
            case .shell(let words): words.line
            case .windows(let words): words.line
            }
        }

        mutating func next() throws(CaptureError) -> [[UInt8]]? {
            switch self {
            case .shell(var words):
                defer { self = .shell(words) }
                return try words.next()
            case .windows(var words):
                defer { self = .windows(words) }
                return try words.next()
            }
        }
    }

    private var reader: ByteReader
    private var commands: Commands?

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        super.init(context)
    }

    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        var command = text.drop { $0.isWhiteSpace }
        while command.first == UInt8(ascii: "#") {
            command = command.drop { $0 != 0x0A }.drop { $0.isWhiteSpace }
        }
        let line = command.prefix { $0 != 0x0A }.withoutLineEnd
        guard let name = ["curl ", "curl.exe "].first(where: { line.starts(with: $0.utf8) }) else {
            return false
        }
        let rest = line.dropFirst(name.utf8.count).drop { $0 == 0x20 }
        guard let first = rest.first else { return false }
        return "-'\"^$\\`".utf8.contains(first) || rest.starts(with: "http".utf8)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if commands == nil { try readAll() }
        let words = try commands?.next()
        guard let words else {
            hasEnded = true
            return []
        }
        guard !words.isEmpty else { return [] }
        let exchange = try CurlArguments(words).exchange(at: commandPlace)
        entryIndex += 1
        return [.exchange(exchange)]
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = commands == nil
        defer { entryIndex += 1 }
        return [.failure(error, at: commandPlace)]
    }

    private var commandPlace: MessageSource {
        context.place(entry: entryIndex, line: commands?.line)
    }

    private func readAll() throws(CaptureError) {
        let text = Array(try reader.wholeContent(limit: context.limit).withoutByteOrderMark)
        commands =
            WindowsWords.isUsed(in: text[...])
            ? .windows(WindowsWords(text)) : .shell(ShellWords(text))
    }
}
