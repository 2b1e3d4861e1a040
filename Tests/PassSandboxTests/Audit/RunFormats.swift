#if Sandbox
import Foundation
import WireText

@testable import PassSandbox

/// A recorded run as other recorders write it.
extension RecordedRun {
    /// The flows of mitmproxy, as `mitmdump -w` writes them.
    var flows: [UInt8] {
        entries.flatMap { entry in
            let (request, response) = (Message(entry["request"]), Message(entry["response"]))
            let url = URLComponents(string: entry["request"]?["url"]?.text ?? "")
            let start = Self.seconds(entry)
            var end = start
            if case .number(let length)? = entry["time"] { end += length / 1000 }
            var query = url?.percentEncodedPath ?? "/"
            if let text = url?.percentEncodedQuery { query += "?\(text)" }
            var members: [(String, Flow)] = [
                ("type", .text("http")), ("version", .integer(21)),
                (
                    "request",
                    .dictionary([
                        ("method", .bytes(entry["request"]?["method"]?.text ?? "")),
                        ("scheme", .bytes(url?.scheme ?? "")), ("authority", .bytes("")),
                        ("host", .text(url?.host ?? "")),
                        ("port", .integer(url?.port ?? (url?.scheme == "http" ? 80 : 443))),
                        ("path", .bytes(query)), ("http_version", .bytes("HTTP/1.1")),
                        ("headers", .headers(request.fields)), ("content", .bytes(request.body)),
                        ("timestamp_start", .number(start)), ("timestamp_end", .number(start)),
                    ])
                ),
            ]
            if response.status != 0 {
                members.append(
                    (
                        "response",
                        .dictionary([
                            ("status_code", .integer(response.status)), ("reason", .bytes("")),
                            ("http_version", .bytes("HTTP/1.1")),
                            ("headers", .headers(response.fields)),
                            ("content", .bytes(response.body)),
                            ("timestamp_start", .number(end)), ("timestamp_end", .number(end)),
                        ])
                    ))
            }
            return Flow.dictionary(members).written
        }
    }

    /// The items of Burp Suite, whose times are whole seconds and which have no durations.
    var items: [UInt8] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE MMM dd HH:mm:ss 'UTC' yyyy"
        var text = #"<?xml version="1.0"?><items burpVersion="2025.1">"#
        for entry in entries {
            let (request, response) = (Message(entry["request"]), Message(entry["response"]))
            let address = entry["request"]?["url"]?.text ?? ""
            let url = URLComponents(string: address)
            var target = url?.percentEncodedPath ?? "/"
            if let query = url?.percentEncodedQuery { target += "?\(query)" }
            let method = entry["request"]?["method"]?.text ?? ""
            let time = formatter.string(from: Date(timeIntervalSince1970: Self.seconds(entry)))
            let sent = request.wire("\(method) \(target) HTTP/1.1", host: url?.host)
            let answer = response.status == 0 ? "" : response.wire("HTTP/1.1 \(response.status) ")
            text += """
                <item><time>\(time)</time><url><![CDATA[\(address)]]></url>\
                <host ip="">\(url?.host ?? "")</host><port>\(url?.port ?? 443)</port>\
                <protocol>\(url?.scheme ?? "")</protocol><method><![CDATA[\(method)]]></method>\
                <request base64="true"><![CDATA[\(Subject.base64(sent))]]></request>\
                <status>\(response.status == 0 ? "" : "\(response.status)")</status>\
                <response base64="true"><![CDATA[\(Subject.base64(answer))]]></response></item>
                """
        }
        return Array((text + "</items>").utf8)
    }

    private static func seconds(_ entry: JSONValue) -> Double {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let date = entry["startedDateTime"]?.text.flatMap { formatter.date(from: $0) }
        return date?.timeIntervalSince1970 ?? 0
    }

    /// The request or response of an entry.
    private struct Message {
        var fields: [(name: String, value: String)] = []
        var body = ""
        var status = 0

        init(_ side: JSONValue?) {
            fields = (side?["headers"]?.elements ?? []).map {
                ($0["name"]?.text ?? "", $0["value"]?.text ?? "")
            }
            body = side?["postData"]?["text"]?.text ?? side?["content"]?["text"]?.text ?? ""
            status = Int(side?["status"]?.wholeNumber ?? 0)
        }

        /// The message with its length, as it goes over the wire.
        func wire(_ line: String, host: String? = nil) -> String {
            var lines = [line]
            if let host { lines.append("Host: \(host)") }
            lines += fields.filter { $0.name.lowercased() != "content-length" }
                .map { "\($0.name): \($0.value)" }
            if host == nil || !body.isEmpty {
                lines.append("Content-Length: \(body.utf8.count)")
            }
            return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
        }
    }

    /// A value in the notation of mitmproxy's files.
    private enum Flow {
        case text(String), bytes(String), integer(Int), number(Double)
        case list([Flow]), dictionary([(String, Flow)])

        static func headers(_ fields: [(name: String, value: String)]) -> Flow {
            .list(fields.map { .list([.bytes($0.name), .bytes($0.value)]) })
        }

        var written: [UInt8] {
            let (payload, kind): ([UInt8], Character) =
                switch self {
                case .text(let text): (Array(text.utf8), ";")
                case .bytes(let text): (Array(text.utf8), ",")
                case .integer(let number): (Array("\(number)".utf8), "#")
                case .number(let number): (Array("\(number)".utf8), "^")
                case .list(let items): (items.flatMap(\.written), "]")
                case .dictionary(let members):
                    (members.flatMap { Flow.text($0.0).written + $0.1.written }, "}")
                }
            return Array("\(payload.count):".utf8) + payload + Array(String(kind).utf8)
        }
    }
}
#endif
