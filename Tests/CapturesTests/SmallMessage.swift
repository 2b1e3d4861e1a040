import Foundation

/// A message for tests that look for one.
enum SmallMessage {
    static let xml = """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Version="2.0">\
        <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_b">x+y?~</saml:Assertion>\
        </samlp:Response>
        """

    static let base64 = Data(xml.utf8).base64EncodedString()

    /// The same message over several lines.
    static let lines = xml.replacing(" ID", with: "\n    ID").replacing("><", with: ">\n  <")

    /// Returns a text in lines of a length.
    static func wrapped(_ text: String, _ width: Int, prefix: String = "") -> String {
        stride(from: 0, to: text.count, by: width).map { start in
            prefix + text.dropFirst(start).prefix(width)
        }.joined(separator: "\n")
    }
}
