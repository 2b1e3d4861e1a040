import AdobePass
import HTTPTypes
import PayloadCoding
import WireText

/// The secrets that a run has sent.
///
/// The server knows them, and may put them into a text that is shown.
struct SentSecrets: Sendable {
    private var texts: Set<String> = []
    /// The documents that the texts stand for, such as a response.
    private var documents: Set<String> = []

    /// The names of fields in queries, forms and JSON whose values are secrets.
    private static let names: Set<String> = [
        "access_token", "client_secret", "device_id", "deviceid", "samlresponse",
        "software_statement",
    ]
    /// Shorter texts would hide words that are not secrets.
    private static let shortest = 4

    /// Records what a request carries.
    mutating func note(_ request: Pass.Request) {
        for field in request.head.headerFields where Self.isSecret(field.name.canonicalName) {
            for word in field.value.split(separator: " ") { insert(word) }
        }
        if let query = request.head.path?.split(separator: "?").dropFirst().first {
            noteForm(query)
        }
        let body = String(decoding: request.body, as: UTF8.self)
        body.hasPrefix("{") ? noteJSON(body) : noteForm(body[...])
    }

    /// Returns a text in which an ellipsis stands for each secret, and for each word that is a part
    /// of one.
    func masked(_ text: String) -> String {
        masked(text, withoutPartsOf: texts.union(documents))
    }

    /// Returns a value of the user's with an ellipsis for each secret in it.
    ///
    /// A response that was sent has the values of the user that come back; they are shown.
    func maskedUserValue(_ value: String) -> String { masked(value, withoutPartsOf: texts) }

    private func masked(_ text: String, withoutPartsOf secrets: Set<String>) -> String {
        var text = text
        for secret in texts.union(documents).sorted(by: { $0.utf8.count > $1.utf8.count }) {
            text.replace(secret, with: "…")
        }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.utf8.count >= 12 && secrets.contains { $0.contains(word) } ? "…" : String(word)
        }.joined(separator: " ")
    }

    private static func isSecret(_ name: String) -> Bool {
        name == "authorization" || ["ap-", "ad-", "x-device"].contains { name.hasPrefix($0) }
    }

    private mutating func noteForm(_ form: Substring) {
        for pair in form.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            let name = parts[0].lowercased()
            guard parts.count == 2, Self.names.contains(name) else { continue }
            let isDocument = name == "samlresponse"
            insert(parts[1], isDocument: isDocument)
            let value = PercentEscape.undone(in: Array(parts[1].utf8)[...])
            insert(String(decoding: value, as: UTF8.self)[...], isDocument: isDocument)
        }
    }

    private mutating func noteJSON(_ body: String) {
        var scanner = JSONScanner(Array(body.utf8))
        var values: [String] = []
        try? scanner.object { (name, scanner) throws(JSONScanner.Failure) in
            guard Self.names.contains(name.lowercased()) else { return try scanner.skip() }
            if let value = try scanner.string() { values.append(value) }
        }
        for value in values { insert(value[...]) }
    }

    /// Also the forms in which it may come back: Base64, hexadecimal, percent-encoded, and what it stands
    /// for if it is Base64 itself.
    private mutating func insert(_ text: Substring, isDocument: Bool = false) {
        guard text.utf8.count >= Self.shortest, text != PassSession.sandboxStatement else { return }
        let bytes = Array(text.utf8)
        for form in [String(text), String(decoding: Base64.encoding(bytes), as: UTF8.self)] {
            texts.formUnion([form, PercentEscape.text(form)])
        }
        texts.insert(Hexadecimal.text(bytes))
        if let bytes = try? Base64.decode(bytes), bytes.count >= Self.shortest {
            let content = String(decoding: bytes, as: UTF8.self)
            if isDocument { documents.insert(content) } else { texts.insert(content) }
        }
    }
}
