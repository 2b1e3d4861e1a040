import Foundation
import SAMLBindings

@testable import Captures

/// Everything that reading a file of exchanges gives, in a form that can be compared.
struct CaptureReading: Equatable {
    /// A step in words: an exchange, or the code of a failure with its place.
    private(set) var steps: [String] = []
    private(set) var exchanges: [HTTPExchange] = []
    private(set) var errors: [CaptureError] = []
    private(set) var sources: [MessageSource] = []

    init(_ source: any ByteSource, name: String = "capture", limit: Int = 32 << 20) throws {
        var options = CaptureReader.Options(entryByteCount: limit)
        options.givesExchanges = true
        let stream = try OpenCapture.stream(
            ByteReader(source), name: name, archiveDepth: 0, options: options)
        while let step = stream.next() {
            switch step {
            case .exchange(let exchange):
                exchanges.append(exchange)
                sources.append(exchange.source)
                steps.append(Self.text(of: exchange))
            case .entry(let entry):
                sources.append(entry.source)
                switch entry.content {
                case .failure(let error):
                    errors.append(error)
                    steps.append("\(entry.source.entry ?? -1) \(error.code)")
                case .success: steps.append("\(entry.source.entry ?? -1) message")
                }
            case .passedOver: steps.append("passed over")
            }
        }
    }

    init(_ text: String, name: String = "capture", limit: Int = 32 << 20) throws {
        try self.init(PieceSource(Array(text.utf8)), name: name, limit: limit)
    }

    static func == (one: Self, other: Self) -> Bool { one.steps == other.steps }

    private static func text(of exchange: HTTPExchange) -> String {
        """
        \(exchange.source) \(exchange.kind) \(exchange.method ?? "-") \
        \(String(decoding: exchange.url, as: UTF8.self)) \(exchange.requestHeaders) \
        \(exchange.requestBody) \(exchange.outcome) \(exchange.responseHeaders) \
        \(exchange.responseBody) \(exchange.duration ?? -1) \(exchange.start?.text ?? "-")
        """
    }
}

extension SampleOracle {
    /// The bytes of a sample.
    static func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
