import Captures
import SAMLBindings
import XCTest

extension XCTestCase {
    /// The XML of every message in a text, or the reason why there is none.
    func decodedMessages(_ text: String) -> [String] {
        MessageFinder.messages(in: Array(text.utf8)[...]).map { found in
            do {
                let message = CapturedMessage(bytes: try found.content.get())
                return String(
                    decoding: try EnvelopeDecoder().envelope(from: message).xml, as: UTF8.self)
            } catch {
                return "\(error)"
            }
        }
    }
}
