internal import XMLCore
internal import XMLSecurity

extension SAML {
    /// The reasons why a message was not accepted.
    ///
    /// It holds codes, sentences and positions, and no value of the message.
    public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
        /// One thing that is wrong.
        public struct Reason: Hashable, Sendable, CustomStringConvertible {
            /// The code, stable across releases: a layer and its own code, such as
            /// `signature.digestMismatch`.
            public let code: String
            /// A sentence that says what is wrong and what to do.
            public let message: String
            /// The line of the XML, counted from 1, where it is anywhere.
            public let line: Int?
            /// The byte within the line, counted from 1.
            public let column: Int?

            /// The code and the sentence.
            public var description: String { "\(code): \(message)" }
        }

        /// Everything that is wrong, the most decisive first; never empty.
        public let reasons: [Reason]

        init(_ first: Reason, _ others: [Reason] = []) {
            reasons = [first] + others
        }

        /// The reasons, one a line.
        public var description: String {
            reasons.map(\.description).joined(separator: "\n")
        }
    }
}

extension SAML.Rejection.Reason {
    private init(
        _ layer: String, _ code: String, _ message: String, at position: XML.SourcePosition?
    ) {
        self.code = "\(layer).\(code)"
        self.message = message
        line = position?.line
        column = position?.column
    }

    init(_ error: XML.ParsingError) {
        self.init("xml", error.code.rawValue, error.description, at: error.position)
    }

    init(_ error: SAML.StructureError) {
        self.init("saml", error.code.rawValue, error.description, at: error.position)
    }

    init(_ failure: VerificationFailure) {
        self.init("signature", failure.code.rawValue, failure.description, at: failure.position)
    }

    init(_ failure: DecryptionFailure) {
        self.init("encryption", failure.code.rawValue, failure.description, at: failure.position)
    }

    init(_ failure: SAML.ConditionsFailure) {
        self.init("conditions", failure.rawValue, failure.description, at: nil)
    }

    init(_ failure: SAML.MessageVerifier.Failure) {
        switch failure {
        case .signature(let failure): self.init(failure)
        case .structure(let error): self.init(error)
        case .decryption(let failure): self.init(failure)
        }
    }

    init(_ conflict: SAML.EntityConflict) {
        self.init("saml", "repeatedEntity", conflict.description, at: conflict.position)
    }

    /// The bytes are not XML, and may be what a form, Base64 or DEFLATE makes of it.
    static let packed = Self(
        "packaging", "needsSAMLBindings",
        "The bytes do not begin as XML does; if they are a form, Base64, percent-encoded or deflated, "
            + "unpack them with SAMLBindings first.", at: nil)

    /// Something that was accepted is encrypted, and there is no key for it.
    static let undecrypted = Self(
        "encryption", "noDecryptionKey",
        "A part of the response is encrypted, and no decryption key was given.",
        at: nil)

    /// Required attributes that are missing, with how near a name is that was sent; it quotes none of those.
    static func missingAttributes(_ names: [String], among attributes: [SAML.Attribute]) -> Self {
        let list = names.enumerated().map { number, name in
            let near = number < 16 ? SAML.AttributeNearMiss(of: name, among: attributes) : nil
            return near.map { "\(name) (\($0.hint))" } ?? name
        }
        return Self(
            "attributes", "missing",
            "What is required is missing: \(list.joined(separator: ", ")).",
            at: nil)
    }

    static func ambiguousAttributes(_ names: [String]) -> Self {
        Self(
            "attributes", "ambiguous",
            "Several attributes with different names are called \(names.joined(separator: ", ")); "
                + "require one by its Name.", at: nil)
    }
}
