internal import WireText

/// A line of Android's log in one of the forms that `logcat` and Android Studio write.
struct LogcatLine {
    /// The thread, or the process where the form names no thread.
    let thread: String
    let time: String?
    let message: ArraySlice<UInt8>

    init(thread: String, time: String?, message: ArraySlice<UInt8>) {
        self.thread = thread
        self.time = time
        self.message = message
    }

    /// Reads the forms `threadtime`, `time` and `brief` of logcat, and those of Android Studio.
    ///
    /// - Returns: `nil` for a line that begins otherwise.
    init?(_ line: ArraySlice<UInt8>) {
        var scanner = LogcatScanner(rest: line)
        let time = scanner.time()
        if let (message, process) = scanner.levelAndTag() {
            self.init(thread: process, time: time, message: message)
            return
        }
        guard let time, let process = scanner.number() else { return nil }
        if scanner.skip(UInt8(ascii: "-")) {
            guard let thread = scanner.number() else { return nil }
            let key = "\(process) \(thread)"
            if scanner.skip(UInt8(ascii: "/")) {
                scanner.skipWord()
                guard let (message, _) = scanner.levelAndTag() else { return nil }
                self.init(thread: key, time: time, message: message)
            } else {
                guard let message = scanner.messageAfterColumns() else { return nil }
                self.init(thread: key, time: time, message: message)
            }
            return
        }
        guard let thread = scanner.number(), let message = scanner.messageAfterLevel() else {
            return nil
        }
        self.init(thread: "\(process) \(thread)", time: time, message: message)
    }
}

/// The part of a line that was not read.
private struct LogcatScanner {
    var rest: ArraySlice<UInt8>

    static func isLevel(_ byte: UInt8?) -> Bool {
        byte.map { "VDIWEFA".utf8.contains($0) } ?? false
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 } }

    mutating func skipWord() {
        rest = rest.drop { $0 != 0x20 }
        skipSpaces()
    }

    /// Reads a number of at most seven digits, and the spaces before it.
    mutating func number() -> String? {
        skipSpaces()
        let digits = rest.prefix { $0.isDigit }
        guard (1...7).contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads `01-15 12:00:00.125`, with or without a year.
    mutating func time() -> String? {
        let start = rest
        for pattern in ["0000-00-00 00:00:00.", "00-00 00:00:00."] {
            guard rest.count > pattern.utf8.count,
                zip(rest, pattern.utf8).allSatisfy({
                    $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1
                })
            else { continue }
            rest = rest.dropFirst(pattern.utf8.count).drop { $0.isDigit }
            let text = start[..<rest.startIndex]
            skipSpaces()
            return String(decoding: text, as: UTF8.self)
        }
        return nil
    }

    /// Reads `I/tag( 4242): `, without the process after other forms.
    mutating func levelAndTag() -> (message: ArraySlice<UInt8>, process: String)? {
        guard Self.isLevel(rest.first), rest.dropFirst().first == UInt8(ascii: "/"),
            let colon = messageColon
        else { return nil }
        let tag = rest[rest.startIndex..<colon]
        let digits =
            tag.last == UInt8(ascii: ")")
            ? tag.lastIndex(of: UInt8(ascii: "(")).map { tag[($0 + 1)...].dropLast() } : nil
        return (
            rest[colon...].dropFirst(2),
            digits.map { String(decoding: $0.trimmingWhiteSpace(), as: UTF8.self) } ?? ""
        )
    }

    /// The place of the colon before the message.
    private var messageColon: Int? {
        var place = rest.startIndex
        while let colon = rest[place...].prefix(128).firstIndex(of: UInt8(ascii: ":")) {
            if colon + 1 >= rest.endIndex || rest[colon + 1] == 0x20 { return colon }
            place = colon + 1
        }
        return nil
    }

    /// Reads ` I tag: `.
    mutating func messageAfterLevel() -> ArraySlice<UInt8>? {
        skipSpaces()
        guard Self.isLevel(rest.first), rest.dropFirst().first == 0x20, let colon = messageColon
        else {
            return nil
        }
        return rest[colon...].dropFirst(2)
    }

    /// Skips the columns of Android Studio; the level is the last one before the message.
    func messageAfterColumns() -> ArraySlice<UInt8>? {
        var place = rest.startIndex
        let end = min(rest.endIndex, place + 256)
        while place + 3 <= end {
            if rest[place] == 0x20, rest[place + 1] == 0x20, Self.isLevel(rest[place + 2]) {
                let after = rest[(place + 3)...]
                if after.isEmpty || after.starts(with: [0x20, 0x20]) { return after.dropFirst(2) }
            }
            place += 1
        }
        return nil
    }
}
