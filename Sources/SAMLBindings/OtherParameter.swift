internal import WireText

/// A parameter of a form or query string that stands where SAML 2.0 has its message.
struct OtherParameter {
    /// The name of the parameter.
    enum Name: String, CaseIterable {
        /// The artifact of the HTTP-Artifact binding.
        case artifact = "SAMLart"
        /// The token of WS-Federation.
        case federation = "wresult"
    }

    let name: Name
    let value: [UInt8]

    /// Finds the parameter of a form; `nil` if it has none.
    init?(of bytes: [UInt8]) throws(EnvelopeError) {
        let query = FormParameters.query(of: bytes.drop(while: \.isWhiteSpace))
        for pair in query.pieces(separatedBy: UInt8(ascii: "&")) {
            let sent = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let name = Name(rawValue: String(decoding: sent, as: UTF8.self)) else { continue }
            self.name = name
            value = try FormParameters.value(pair[sent.endIndex...].dropFirst())
            return
        }
        return nil
    }

    /// Returns whether bytes are an artifact: of SAML 2.0 (SAML Bindings, section 3.6.4), or of SAML 1.1.
    static func isArtifact(_ bytes: [UInt8]) -> Bool {
        bytes.count == 44 && bytes.starts(with: [0, 4])
            || bytes.count == 42 && bytes.starts(with: [0, 1])
    }
}
