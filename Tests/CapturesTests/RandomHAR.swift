import Foundation
import TestSupport

/// HAR files with all that may hold a message, in any order, and with much that may not.
enum RandomHAR {
    static func file(using generator: inout SeededGenerator) -> String {
        let entries = (0..<Int.random(in: 0...5, using: &generator))
            .map { _ in entry(using: &generator) }
        let log = object(
            ["\"entries\":[" + entries.joined(separator: " ,\n") + "]"]
                + some([("pages", "[\(other(&generator))]"), ("version", "\"1.2\"")], &generator),
            &generator)
        return object(["\"log\":" + log] + some([("x", other(&generator))], &generator), &generator)
    }

    private static func entry(using generator: inout SeededGenerator) -> String {
        // None is Base64 of XML, which would be one message in several places.
        let values = ["QD8%2B", "QD8+/==", "", "a?b", "\\u0050D", "%"]
        func value() -> String { one(of: values, &generator) }
        // Without percent signs, so that no list looks as if it kept its percent-encoding.
        let plain = ["QD8+/==", "", "a?b", "\\u0050D"]
        let names = [
            "SAMLResponse", "SAMLRequest", "RelayState", "x", "SAMLresponse", "SAMLRespons",
        ]
        func pairs() -> String {
            (0..<Int.random(in: 0...3, using: &generator))
                .map { _ in "\(one(of: names, &generator))=\(value())" }.joined(separator: "&")
        }
        func list() -> String {
            let fields = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                object(
                    [
                        "\"name\":\"\(one(of: names, &generator))\"",
                        "\"value\":\"\(one(of: plain, &generator))\"",
                    ],
                    &generator)
            }
            return "[" + fields.joined(separator: ",") + "]"
        }
        let bodies = [
            pairs(), pairs(), "{\\\"SAMLResponse\\\":\\\"P\\\"}", "{\\\"a\\\":1}", "{", "",
            "{\\\"authenticationRequest\\\":{\\\"request\\\":\\\"Q\\\"}}",
            "{\\\"authenticationRequest\\\":{}}",
        ]
        func text() -> String { "\"\(one(of: bodies, &generator))\"" }
        let post = object(
            some([("text", text()), ("params", list()), ("mimeType", "\"x\"")], &generator),
            &generator)
        let request = object(
            some(
                [
                    ("url", "\"https://e.example/a?\(pairs())#SAMLRequest=no\""),
                    ("queryString", list()), ("postData", post), ("headers", "[]"),
                ], &generator), &generator)
        let response = object(
            some(
                [
                    (
                        "content",
                        object(some([("text", text()), ("size", "5")], &generator), &generator)
                    ),
                    ("status", "200"),
                ], &generator), &generator)
        return object(
            some(
                [
                    ("request", request), ("response", response), ("time", "1.5"),
                    ("startedDateTime", "\"2026\""), ("cache", other(&generator)),
                ], &generator), &generator)
    }

    /// Most of the members, none of them in its place.
    private static func some(
        _ members: [(String, String)], _ generator: inout SeededGenerator
    ) -> [String] {
        members.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
            .map { "\"\($0.0)\":\($0.1)" }
    }

    private static func object(_ members: [String], _ generator: inout SeededGenerator) -> String {
        let space = one(of: ["", "", " ", "\n\t"], &generator)
        return "{" + space
            + members.shuffled(using: &generator).joined(separator: space + "," + space) + space
            + "}"
    }

    private static func other(_ generator: inout SeededGenerator) -> String {
        RandomJSON.object(using: &generator, depth: 2)
    }

    private static func one(of choices: [String], _ generator: inout SeededGenerator) -> String {
        choices.randomElement(using: &generator) ?? ""
    }
}

/// The messages of a HAR file, found in what Foundation makes of the whole of it.
enum ReferenceHAR {
    struct Message: Equatable {
        var entry: Int
        var text: String
    }

    static func messages(in text: String) throws -> [Message] {
        let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let entries = (file?["log"] as? [String: Any])?["entries"] as? [[String: Any]] ?? []
        return entries.enumerated().flatMap { index, entry in
            texts(in: entry).map { Message(entry: index, text: $0) }
        }
    }

    private static func texts(in entry: [String: Any]) -> [String] {
        let request = entry["request"] as? [String: Any] ?? [:]
        let url = request["url"] as? String ?? ""
        let body = request["postData"] as? [String: Any] ?? [:]
        let content = (entry["response"] as? [String: Any])?["content"] as? [String: Any] ?? [:]
        let query = url.components(separatedBy: "#")[0].components(separatedBy: "?").dropFirst()
            .joined(separator: "?")
        let bodyText = body["text"] as? String ?? ""
        let answer = content["text"] as? String ?? ""
        return [
            form(query) ?? form(request["queryString"], after: query),
            (bodyText.hasPrefix("{") ? json(bodyText) : form(bodyText))
                ?? form(body["params"]),
            answer.hasPrefix("{") ? json(answer) : isForm(answer) ? form(answer) : nil,
        ].compactMap { $0 }
    }

    private static func form(_ text: String) -> String? {
        let pairs = text.components(separatedBy: "&")
        let messages = pairs.filter {
            $0.hasPrefix("SAMLResponse=") || $0.hasPrefix("SAMLRequest=")
        }
        guard !messages.isEmpty else { return nil }
        return pairs.filter { messages.contains($0) || $0.hasPrefix("RelayState=") }
            .joined(separator: "&")
    }

    /// Returns whether the body of a response begins as a form with a message does.
    private static func isForm(_ text: String) -> Bool {
        ["SAMLResponse=", "SAMLRequest="].contains { text.hasPrefix($0) }
    }

    /// The message of a list, with what belongs to it in the text before it.
    private static func form(_ list: Any?, after text: String = "") -> String? {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let fields = (list as? [[String: Any]] ?? []).map { field in
            let value = (field["value"] as? String ?? "")
                .addingPercentEncoding(withAllowedCharacters: unreserved)
            return "\(field["name"] as? String ?? "")=\(value ?? "")"
        }
        return form(([text] + fields).joined(separator: "&"))
    }

    private static func json(_ text: String) -> String? {
        let object =
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        if let message = object["SAMLResponse"] as? String { return message }
        return (object["authenticationRequest"] as? [String: Any])?["request"] as? String
    }
}
