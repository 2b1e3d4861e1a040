import Captures
import SAMLBindings
import SystemPackage

/// Messages that are measured together.
struct Workload: Sendable {
    /// Their source.
    let name: String
    /// The messages; at least one, all well-formed and not empty.
    let messages: [[UInt8]]

    /// The bytes of all messages.
    var byteCount: Int { messages.reduce(0) { $0 + $1.count } }

    /// The messages to measure without files.
    static let generated = [1 << 10, 1 << 13, 1 << 16].map { count in
        Workload(name: "generated", messages: [message(byteCount: count)])
    }

    private static let largestMessage = 64 << 20
    private static let enoughBytes = 4 << 20
}

extension Workload {
    /// Reads the messages of one file or directory, up to a few megabytes.
    ///
    /// A file that is not a capture of XML is measured as it is. Without a message there is no
    /// workload.
    ///
    /// - Parameters:
    ///   - path: A file or directory.
    ///   - note: Called with a message for each entry that could not be read.
    init?(reading path: String, note: (String) -> Void) {
        var reader = CaptureReader(
            inputs: [FilePath(path)],
            options: CaptureReader.Options(entryByteCount: Self.largestMessage))
        var messages: [[UInt8]] = []
        var byteCount = 0
        while byteCount < Self.enoughBytes, let record = reader.next() {
            do throws(CaptureError) {
                let captured = try record.message()
                let bytes =
                    (try? EnvelopeDecoder().envelope(from: captured).xml) ?? captured.bytes
                guard !bytes.isEmpty else { continue }
                messages.append(Array(String(decoding: bytes, as: UTF8.self).utf8))
                byteCount += bytes.count
            } catch {
                note("\(record.source.file ?? path): \(error)")
            }
        }
        guard !messages.isEmpty else { return nil }
        self.init(name: path, messages: messages)
    }

    /// Returns an indented response of exactly `byteCount` bytes, filled with attribute values.
    private static func message(byteCount: Int) -> [UInt8] {
        let start = """
            <?xml version="1.0" encoding="UTF-8"?>
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
                xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0"
                IssueInstant="2026-01-15T12:00:00Z">
              <saml:Assertion ID="_a" Version="2.0" IssueInstant="2026-01-15T12:00:00Z">
                <saml:Issuer>https://idp.example.com/saml</saml:Issuer>
                <saml:AttributeStatement>
                  <saml:Attribute Name="uid">

            """
        let end = """
                  </saml:Attribute>
                </saml:AttributeStatement>
              </saml:Assertion>
            </samlp:Response>

            """
        func value(_ text: String) -> String {
            "        <saml:AttributeValue>\(text)</saml:AttributeValue>\n"
        }
        // The filler is not one repeated character, which real messages do not contain.
        let digits = "3n8Kq+Zr/5vTtB0yJdWfL2xGmC7sHaEoP4uVi9kQ1NbRgXjS6wMzDhYlAcFeUpO"
        let line = value(digits)
        var text = start
        while text.utf8.count + 2 * line.utf8.count + end.utf8.count <= byteCount { text += line }
        let rest = max(0, byteCount - text.utf8.count - value("").utf8.count - end.utf8.count)
        text += value(String(String(repeating: digits, count: 3).prefix(rest)))
        return Array((text + end).utf8)
    }
}
