import SAMLBindings
import XCTest

@testable import Captures

/// Bytes that come in pieces of a chosen size.
final class PieceSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let pieceSize: Int
    private(set) var fileByteCount = 0

    init(_ bytes: [UInt8], pieceSize: Int = .max) {
        rest = bytes[...]
        self.pieceSize = pieceSize
    }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let piece = rest.prefix(min(count, pieceSize))
        rest = rest.dropFirst(piece.count)
        bytes += piece
        fileByteCount += piece.count
        return piece.count
    }
}

/// Two pieces, of which the first has a chosen size.
final class SplitSource: ByteSource {
    private var pieces: [ArraySlice<UInt8>]
    private(set) var fileByteCount = 0

    init(_ bytes: [UInt8], at place: Int) {
        pieces = [bytes[place...], bytes[..<place]].filter { !$0.isEmpty }
    }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        guard let piece = pieces.popLast() else { return 0 }
        bytes += piece
        fileByteCount += piece.count
        return piece.count
    }
}

extension CaptureEntry {
    /// The message, or the code of the error.
    var outcome: Result<String, CaptureError> {
        content.map { content in
            switch content {
            case .message(let bytes), .unpacked(let bytes, _), .jsonLine(let bytes, _):
                String(decoding: bytes, as: UTF8.self)
            case .entries(let entries): "\(entries.count) entries"
            }
        }
    }
}

extension CaptureContext {
    /// A context whose entries are at most 1,000 bytes.
    static var small: CaptureContext {
        CaptureContext(source: MessageSource(), options: .init(entryByteCount: 1000))
    }
}

/// Everything that reading a HAR file gives.
struct HARReading: Equatable {
    struct Message: Equatable {
        var entry: Int?
        var time: String?
        var host: String?
        var part: MessagePart?
        var outcome: Result<String, CaptureError>
    }

    private(set) var messages: [Message] = []
    private(set) var passedOverCount = 0

    init(_ source: any ByteSource, limit: Int = 32 << 20) {
        let context = CaptureContext(
            source: .init(file: "a.har"), options: .init(entryByteCount: limit))
        let capture = ExchangeMessageStream(HARCapture(ByteReader(source), context))
        while let step = capture.next() {
            switch step {
            case .passedOver: passedOverCount += 1
            case .exchange: XCTFail("An exchange was left as it is.")
            case .entry(let entry):
                messages.append(
                    Message(
                        entry: entry.source.entry, time: entry.source.time,
                        host: entry.source.host, part: entry.source.part,
                        outcome: entry.outcome))
            }
        }
    }

    init(_ text: String, limit: Int = 32 << 20) {
        self.init(PieceSource(Array(text.utf8)), limit: limit)
    }

    var texts: [String] { messages.compactMap { try? $0.outcome.get() } }

    /// The errors of the file itself, not of a body in it.
    var fileErrors: [CaptureError] {
        HARReading(messages: messages.filter { $0.part == nil }).errors
    }

    private init(messages: [Message]) {
        self.messages = messages
    }

    var errors: [CaptureError] {
        messages.compactMap { message in
            if case .failure(let error) = message.outcome { error } else { nil }
        }
    }
}

/// A large file of many equal entries, each filled up, which is never whole in memory.
final class RepeatingSource: ByteSource {
    private let entry: [UInt8]
    private let tail: [UInt8]
    private var pending: [UInt8]
    private var rest: Int
    private var hasTail = true
    private(set) var fileByteCount = 0

    init(head: String, entry: String, fillCount: Int, entryEnd: String, count: Int, tail: String) {
        pending = Array(head.utf8)
        // What is filled up begins like a document, so that it must be looked at.
        let fill = Array("<".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: fillCount)
        self.entry = Array(entry.utf8) + fill + Array(entryEnd.utf8)
        self.tail = Array(tail.utf8)
        rest = count
    }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        if pending.isEmpty, rest > 0 {
            rest -= 1
            pending = entry + (rest > 0 ? [UInt8(ascii: ",")] : [])
        } else if pending.isEmpty, hasTail {
            hasTail = false
            pending = tail
        }
        let piece = pending.prefix(count)
        bytes += piece
        fileByteCount += piece.count
        pending.removeFirst(piece.count)
        return piece.count
    }
}
