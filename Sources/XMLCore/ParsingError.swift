extension XML {
    /// The reason why bytes are not a document that this library reads.
    ///
    /// It never holds any part of the document.
    public struct ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases, spelling included.
        @nonexhaustive
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// There are no bytes.
            case empty
            /// There are more bytes than ``ParsingLimits/byteCount``.
            case tooManyBytes = "tooManyOctets"
            /// The document is in, or claims, an encoding other than UTF-8 and UTF-16.
            case unsupportedEncoding
            /// The XML declaration names another encoding than the one that the bytes are in.
            case contradictoryEncoding
            /// The bytes are not well-formed UTF-8 or UTF-16.
            case invalidEncoding
            /// There is a NUL byte, which XML does not allow and libxml2 once took for the end.
            case nulByte = "nulOctet"
            /// There is a document type declaration; none is ever read.
            case documentTypeDeclaration
            /// The document is not well-formed (XML 1.0, section 2.1).
            case notWellFormed
            /// The document is not namespace-well-formed (Namespaces in XML 1.0, section 7).
            case notNamespaceWellFormed
            /// A reference names an entity that is not one of the five predefined ones.
            case undeclaredEntity
            /// Elements are nested deeper than ``ParsingLimits/depth``.
            case tooDeep
            /// There are more nodes than ``ParsingLimits/nodeCount``.
            case tooManyNodes
            /// An element has more attributes than ``ParsingLimits/attributesPerElement``.
            case tooManyAttributes
            /// More namespaces are in scope than ``ParsingLimits/namespacesInScope``.
            case tooManyNamespaces
            /// A name is longer than ``ParsingLimits/nameLength``.
            case nameTooLong
            /// Reading the document takes more work than its size allows, or it has more than 65,536
            /// different names.
            case tooMuchWork
            /// Two elements have the same identifier.
            case duplicateIdentifier
            /// Memory could not be had.
            case outOfMemory
        }

        /// The reason.
        public let code: Code
        /// The position of the error, if it is known.
        public let position: SourcePosition?
        /// libxml2's own number for a document that is not well-formed.
        package let libraryCode: Int32?
        private let contradiction: InputEncoding.Contradiction?

        /// Creates an error.
        package init(_ code: Code, at position: SourcePosition? = nil, libraryCode: Int32? = nil) {
            self.code = code
            self.position = position
            self.libraryCode = libraryCode
            contradiction = nil
        }

        init(
            _ code: Code, at position: SourcePosition, contradiction: InputEncoding.Contradiction
        ) {
            self.code = code
            self.position = position
            libraryCode = nil
            self.contradiction = contradiction
        }

        /// A sentence that says what is wrong, where, and what to do.
        public var description: String {
            // A declaration stands where every document begins.
            let place = contradiction == nil ? position.map { " at \($0)" } ?? "" : ""
            let words = libraryWords.map { ": \($0)" } ?? ""
            let detail = libraryCode.map { "\(words) (libxml2 error \($0))" } ?? ""
            return "\(contradiction?.sentence ?? code.explanation)\(place)\(detail)\(code.remedy)."
        }

        /// Two errors are equal when their codes are.
        public static func == (one: ParsingError, other: ParsingError) -> Bool {
            one.code == other.code
        }

        /// Feeds the code, and only the code, into the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(code)
        }
    }
}

extension XML.ParsingError.Code {
    /// The remedy, where the explanation does not have it.
    fileprivate var remedy: String {
        switch self {
        case .tooManyBytes: "; raise it if it is genuine"
        case .unsupportedEncoding:
            "; correct the declaration if the bytes are UTF-8, and otherwise convert them"
        case .contradictoryEncoding:
            "; correct or remove encoding= in the declaration, which no signature covers"
        default: ""
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .empty: "The document is empty"
        case .tooManyBytes: "The document is larger than the limit"
        case .unsupportedEncoding:
            "The XML declaration names an encoding other than UTF-8 and UTF-16"
        case .contradictoryEncoding:
            "The XML declaration names another encoding than the one that the bytes are in"
        case .invalidEncoding: "The document contains bytes that are invalid in its encoding"
        case .nulByte: "The document contains a NUL byte"
        case .documentTypeDeclaration:
            "The document has a document type declaration, which is always refused"
        case .notWellFormed: "The document is not well-formed XML"
        case .notNamespaceWellFormed: "The document violates the rules of XML namespaces"
        case .undeclaredEntity: "The document refers to an entity that XML does not define"
        case .tooDeep: "The document nests elements deeper than the limit"
        case .tooManyNodes: "The document has more nodes than the limit"
        case .tooManyAttributes: "An element has more attributes than the limit"
        case .tooManyNamespaces: "An element has more namespaces in scope than the limit"
        case .nameTooLong: "The document has a name longer than the limit"
        case .tooMuchWork:
            "The document takes more work to read than its size allows, or has too many different names"
        case .duplicateIdentifier: "Two elements of the document have the same identifier"
        case .outOfMemory: "There was not enough memory to read the document"
        }
    }
}
