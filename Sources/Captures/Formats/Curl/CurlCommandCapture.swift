internal import SAMLBindings
internal import WireText

/// A file of curl commands, as "Copy as cURL" of browsers and proxies writes them.
///
/// They are read, never run.
final class CurlCommandCapture: CaptureStream {
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
    private let context: CaptureContext
    private var commands: Commands?
    private var entry = 0
    private var hasEnded = false

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        self.context = context
    }

    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        var command = text.drop { $0.isWhiteSpace }
        while command.first == UInt8(ascii: "#") {
            command = command.drop { $0 != 0x0A }.drop { $0.isWhiteSpace }
        }
        let line = command.prefix { $0 != 0x0A }.withoutLineEnd
        let rest = line.dropFirst("curl ".utf8.count).drop { $0 == 0x20 }
        guard line.starts(with: "curl ".utf8), let first = rest.first else { return false }
        return "-'\"^$\\".utf8.contains(first) || rest.starts(with: "http".utf8)
    }

    func next() -> CaptureStep? {
        while !hasEnded {
            var source = context.source
            source.entry = entry
            do throws(CaptureError) {
                if commands == nil { try readAll() }
                let words = try commands?.next()
                guard let words else { break }
                guard !words.isEmpty else { continue }
                source.line = commands?.line
                entry += 1
                return .exchange(try CurlArguments(words).exchange(at: source))
            } catch {
                source.line = commands?.line
                if commands == nil { hasEnded = true }
                if source.entry == entry { entry += 1 }
                return .entry(CaptureEntry(source, .failure(error)))
            }
        }
        hasEnded = true
        return nil
    }

    private func readAll() throws(CaptureError) {
        while !reader.isAtEnd {
            guard reader.availableCount <= context.limit else { throw .tooLarge(context.limit) }
            try reader.readMore()
        }
        guard reader.availableCount <= context.limit else { throw .tooLarge(context.limit) }
        let text =
            reader.available.starts(with: [0xEF, 0xBB, 0xBF])
            ? Array(reader.available.dropFirst(3)) : Array(reader.available)
        commands =
            WindowsWords.isUsed(in: text[...])
            ? .windows(WindowsWords(text)) : .shell(ShellWords(text))
    }
}
