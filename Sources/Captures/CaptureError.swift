/// Why something that was captured gives no message.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file or directory does not exist any more, or never did.
        case inputNotFound
        /// The file or directory may not be read.
        case inputNotPermitted
        /// Reading failed in another way.
        case inputUnreadable
        /// The file or the line is larger than the limit.
        case inputTooLarge
        /// The line, or the file, is not a JSON object.
        case invalidJSON
        /// The JSON object has no string in the field where the message should be.
        case missingField
        /// The JSON object has the field more than once.
        case repeatedField
    }

    /// The reason.
    public let code: Code
    /// The offset, from 0, of the octet of the line or file that is wrong.
    public let offset: Int?
    /// The field that was looked for, when it was one the caller named.
    public let field: String?

    /// Creates an error.
    public init(_ code: Code, at offset: Int? = nil, field: String? = nil) {
        self.code = code
        self.offset = offset
        self.field = field
    }

    private var fieldName: String {
        field.map { "the field \($0)" }
            ?? "any of the fields \(JSONLine.usualFields.joined(separator: ", "))"
    }

    /// A sentence that says what is wrong and where.
    public var description: String {
        let reason =
            switch code {
            case .inputNotFound: "The input does not exist"
            case .inputNotPermitted: "The input may not be read; check its permissions"
            case .inputUnreadable: "The input could not be read"
            case .inputTooLarge: "The input is larger than the limit for one message"
            case .invalidJSON: "The line or file is not a JSON object"
            case .missingField: "The JSON object has no message in \(fieldName)"
            case .repeatedField: "The JSON object has the message field more than once"
            }
        return offset.map { "\(reason) (at octet \($0))." } ?? "\(reason)."
    }
}
