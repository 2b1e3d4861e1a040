#if FoundationBaseline
// The only use of all of Foundation in samlkit: the baseline of measurements. Its regular expressions and sets of
// characters bring ICU's data along.
import Foundation
@_spi(Measurement) import PayloadCoding

/// The encoding snippet that Adobe publishes for apps, with Foundation.
struct FoundationContender: Contender {
    let name = "foundation"
    private let stage: PayloadStage
    private let texts: [String]
    private let data: [Data]
    private var result: Result?

    private enum Result {
        case text(String)
        case data(Data)
    }

    /// Creates a contender.
    ///
    /// As in an app, messages are strings before measuring starts.
    init(stage: PayloadStage, inputs: [[UInt8]]) {
        self.stage = stage
        texts = inputs.map { String(decoding: $0, as: UTF8.self) }
        data = inputs.map { Data($0) }
    }

    mutating func process(_ number: Int) {
        result =
            switch stage {
            case .normalize: .text(Self.normalized(texts[number]))
            case .base64: .text(data[number].base64EncodedString())
            case .percent: Self.percentEncoded(data[number].base64EncodedString()).map(Result.text)
            case .cookbook: Self.payload(texts[number]).map(Result.text)
            case .decode:
                texts[number].removingPercentEncoding.flatMap { Data(base64Encoded: $0) }
                    .map(Result.data)
            case .decodeWrapped:
                Data(base64Encoded: texts[number], options: .ignoreUnknownCharacters)
                    .map(Result.data)
            }
    }

    var output: [UInt8]? {
        switch result {
        case .text(let text): Array(text.utf8)
        case .data(let data): Array(data)
        case nil: nil
        }
    }

    // The snippet as published, call by call.

    private static func normalized(_ message: String) -> String {
        let collapsed = message.replacingOccurrences(
            of: "[ \\t]+", with: " ", options: .regularExpression)
        return collapsed.components(separatedBy: .newlines).joined()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func payload(_ message: String) -> String? {
        normalized(message).data(using: .utf8).flatMap { percentEncoded($0.base64EncodedString()) }
    }

    private static func percentEncoded(_ digits: String) -> String? {
        digits.addingPercentEncoding(withAllowedCharacters: allowed)
    }

    private static let allowed = CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted
}
#endif
