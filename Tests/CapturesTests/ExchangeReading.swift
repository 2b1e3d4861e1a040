import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Everything that reading a file of exchanges gives.
struct ExchangeReading {
    private(set) var exchanges: [HTTPExchange] = []
    private(set) var passedOverCount = 0
    /// The errors, after the number of exchanges before them.
    private(set) var errors: [CaptureError] = []
    /// The steps in words, for comparison.
    private(set) var steps: [String] = []

    init(_ source: any ByteSource, as format: CaptureFormat, limit: Int = 32 << 20) {
        guard case .content(_, let open) = format.door else {
            XCTFail("\(format) is not read from its beginning to its end")
            return
        }
        let context = CaptureContext(
            source: .init(file: "capture"), options: .init(entryByteCount: limit))
        let stream = open(ByteReader(source), context)
        while let step = stream.next() {
            switch step {
            case .exchange(let exchange):
                exchanges.append(exchange)
                steps.append("\(exchange)")
            case .entry(let entry):
                if case .failure(let error) = entry.content { errors.append(error) }
                steps.append("\(entry)")
            case .passedOver(let source):
                passedOverCount += 1
                steps.append("\(source)")
            }
        }
    }

    init(
        _ bytes: [UInt8], pieceSize: Int = .max, as format: CaptureFormat, limit: Int = 32 << 20
    ) {
        self.init(PieceSource(bytes, pieceSize: pieceSize), as: format, limit: limit)
    }

    /// The URLs of the exchanges.
    var urls: [String] { exchanges.map { String(decoding: $0.url, as: UTF8.self) } }
}

extension XCTestCase {
    /// Asserts that a file gives the same in pieces of every small size, and cut in two everywhere or at the given places.
    func assertPiecesGiveTheSame(_ bytes: [UInt8], as format: CaptureFormat, line: UInt = #line) {
        let whole = ExchangeReading(bytes, as: format).steps
        for size in 1...40 {
            let steps = ExchangeReading(bytes, pieceSize: size, as: format).steps
            XCTAssertEqual(steps, whole, "pieces of \(size) bytes", line: line)
            if steps != whole { return }
        }
    }

    /// Asserts that wherever a file is cut off, exchanges come first and at most one error follows; `step` is
    /// the distance of the places.
    func assertCutOffGivesTheBeginning(
        _ bytes: [UInt8], as format: CaptureFormat, step: Int, line: UInt = #line
    ) {
        let whole = ExchangeReading(bytes, as: format)
        for count in stride(from: 1, to: bytes.count, by: step) {
            let reading = ExchangeReading(Array(bytes.prefix(count)), as: format)
            XCTAssertLessThanOrEqual(reading.errors.count, 1, "\(count)", line: line)
            XCTAssertTrue(whole.urls.starts(with: reading.urls), "\(count)", line: line)
        }
    }

    /// The bytes of a sample under `Tests/Captures`, unpacked.
    func captureSample(_ name: String) throws -> [UInt8] {
        let packed = try [UInt8](
            Data(contentsOf: Repository.root.appending(path: "Tests/Captures/\(name)")))
        guard packed.starts(with: [0x1F, 0x8B]) else { return packed }
        let source = try GzipSource(ByteReader(PieceSource(packed)), limits: .standard)
        var bytes: [UInt8] = []
        while try source.read(upTo: 1 << 20, into: &bytes) > 0 {}
        return bytes
    }

    /// The format that a file's content tells, under a name without an extension.
    func detectedFormat(_ bytes: [UInt8], named fileExtension: String? = nil) -> CaptureFormat {
        CaptureFormat(
            detecting: CaptureHead(
                bytes.prefix(64 << 10), isWhole: bytes.count <= 64 << 10,
                fileExtension: fileExtension))
    }
}

/// The messages of a file, each with its root and its places.
struct MessageListing {
    private(set) var records: [Result<String, CaptureError>] = []

    init(_ bytes: [UInt8]) throws {
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(bytes)), name: "capture", archiveDepth: 0, options: .init())
        while let step = stream.next() {
            guard case .entry(let entry) = step else { continue }
            records.append(
                entry.content.map { content in
                    let bytes: [UInt8]
                    switch content {
                    case .message(let plain), .unpacked(let plain, _): bytes = plain
                    case .jsonLine, .entries: return "no message"
                    }
                    let xml =
                        (try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes)))?.xml
                    let text = String(decoding: xml ?? [], as: UTF8.self)
                    let root =
                        text.split(separator: "<").first {
                            !$0.hasPrefix("?") && !$0.hasPrefix("\u{FEFF}")
                        }?
                        .prefix { $0 != " " && $0 != ">" }.split(separator: ":").last
                        ?? "undecodable"
                    let places = entry.source.alsoAt.compactMap { $0.part?.rawValue }
                    return "\(root) \(entry.source.part?.rawValue ?? "nowhere")"
                        + (places.isEmpty ? "" : ", also at \(places.joined(separator: " "))")
                })
        }
    }
}
