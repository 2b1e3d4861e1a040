/// The reason why a captured entry gives no message.
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
        /// The JSON object, or the header row of a CSV file, has the field more than once.
        case repeatedField
        /// The HAR file has no `log.entries`.
        case missingEntries
        /// The entry of the HAR file is not an object.
        case invalidEntry
        /// The header row of the CSV file does not name the column where the message should be.
        case missingColumn
        /// The row has more or fewer cells than the header row.
        case cellCount
        /// The row has a quote where none may be, or one that is never closed.
        case invalidCSV
        /// A compressed file is damaged or cut off, or is followed by something else.
        case invalidCompression
        /// A compressed file or an archive unfolds too far.
        case expansionLimit
        /// The file is an archive, or compressed otherwise than by gzip, and this build reads none.
        case archivesUnavailable
        /// The archive is damaged, cut off or of a kind that cannot be read from front to back.
        case invalidArchive
        /// The member of the archive is encrypted.
        case encryptedMember
        /// The archive has more members than the limit.
        case memberLimit
        /// There are too many archives or layers of compression in one another.
        case nestingLimit
        /// The file must be converted or exported otherwise before it can be read; the description says how.
        case convertFirst
        /// The structure of a capture of the format is damaged, or cut off.
        case invalidCapture
        /// The content coding of a body could not be undone; the description begins with its name.
        case undecodable
        /// A capture in XML declares an entity or has an external identifier.
        case entityDeclaration
        /// The message was cut off where it was recorded.
        case truncatedMessage
        /// The end of the message stands before its beginning.
        case disorderedMessage
        /// The recorder wrote something else instead of the message.
        case redactedMessage
        /// No message was found in the file; the description says what the file was taken for.
        case noMessage
    }

    /// The reason.
    public let code: Code
    /// The offset, from 0, of the byte of the line or file that is wrong.
    public let offset: Int?
    /// The field that was looked for, when it was one the caller named.
    public let field: String?
    /// The words that the sentence adds: a format, a content coding, a command to run.
    package let detail: String?
    /// The part that a message that was cut off lacks.
    package let lack: Lack
    /// A Boolean value that indicates whether ``detail`` names a kind of file that holds no capture.
    package let isForeign: Bool
    /// A Boolean value that indicates whether samlkit wrote the file.
    private var isOwn = false

    /// The part of a message that was not recorded.
    package enum Lack: Sendable {
        case end, middle
        /// Some of its lines, or their order.
        case lines
    }

    /// Creates an error.
    public init(_ code: Code, at offset: Int? = nil, field: String? = nil) {
        self.init(code, at: offset, field: field, detail: nil)
    }

    package init(
        _ code: Code, at offset: Int? = nil, field: String? = nil, detail: String?,
        isForeign: Bool = false, lacking lack: Lack = .end
    ) {
        self.lack = lack
        self.isForeign = isForeign
        self.code = code
        self.offset = offset
        self.field = field
        self.detail = detail
    }

    /// An error for a file that samlkit wrote.
    static func ownFile(_ title: String) -> CaptureError {
        var error = CaptureError(.noMessage, detail: title)
        error.isOwn = true
        return error
    }

    /// An error that names the limit, in bytes.
    static func tooLarge(_ limit: Int) -> CaptureError {
        let size = limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return CaptureError(
            .inputTooLarge,
            detail: "it has more than \(size); split it, or export only the sign-on")
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
            case .inputNotPermitted: "The input is not readable; check its permissions"
            case .inputUnreadable: "The input could not be read"
            case .inputTooLarge:
                "The input is larger than the limit for one message\(detail.map { ": \($0)" } ?? "")"
            case .invalidJSON where detail != nil: "The JSON is damaged: \(detail ?? "")"
            case .invalidJSON:
                "The line, body or file is not a JSON object, is cut off, or nests deeper than "
                    + "64 levels"
            case .missingField: "The JSON object has no message in \(fieldName)"
            case .repeatedField: "The JSON object has the message field more than once"
            case .missingEntries: "The HAR file has no log.entries"
            case .invalidEntry: "The entry of the HAR file is not an object"
            case .missingColumn: "The header row of the CSV file does not name \(fieldName)"
            case .cellCount: "The row has more or fewer cells than the header row"
            case .invalidCSV:
                "The row has a misplaced or unclosed quote"
            case .invalidCompression:
                "The compressed file is damaged, truncated, or followed by other bytes"
            case .expansionLimit:
                "The file, unpacked and with the files that it names, is larger than the "
                    + "decompression limits allow"
            case .archivesUnavailable:
                "The file is an archive or compressed otherwise than by gzip, which only a build "
                    + "with the trait Archives reads (swift build --traits Archives)"
            case .invalidArchive:
                detail.map { "A part of the archive is not read: \($0)" }
                    ?? "The archive is damaged or truncated"
            case .encryptedMember:
                "The member of the archive is encrypted; extract it with its password, or save the "
                    + "capture without one"
            case .memberLimit: "The archive has more members than the limit; split it"
            case .nestingLimit:
                "There are more archives or layers of compression in one another than are read; "
                    + "unpack the outer ones first"
            case .convertFirst: "The file cannot be read as it is; \(detail ?? "export it as HAR")"
            case .invalidCapture where isForeign:
                "The file is binary data of no known format, and no SAML message was found in it; if "
                    + "it is a capture, it is damaged, or its format has to be named with "
                    + "--input-format"
            case .invalidCapture:
                "The structure of \(detail ?? "the capture") is damaged, cut off, or nests too deeply here"
            case .undecodable:
                "undecodable(\(detail ?? "unknown")): the body's content coding could not be undone; "
                    + "it is unknown, the body is damaged, or this build lacks the trait Archives"
            case .entityDeclaration:
                "The XML declares an entity or has an external identifier, which is never read"
            case .truncatedMessage where detail != nil:
                "The message is not whole where it was recorded: \(detail ?? "")"
            case .truncatedMessage:
                "The message is cut off where it was recorded; record it without a limit on the "
                    + "length of lines or bodies"
            case .disorderedMessage:
                "The end of the message stands before its beginning, and none after it: lines or "
                    + "pieces are in another order, or two messages have lost a part each"
            case .redactedMessage where detail != nil:
                "The recorder wrote something else instead of the message: \(detail ?? "")"
            case .redactedMessage:
                "The recorder wrote something else instead of the message; record it without "
                    + "masking"
            case .noMessage where isOwn: "The file is not read: it \(detail ?? "is of samlkit")"
            case .noMessage where isForeign:
                "No SAML message is in the file, which is \(detail ?? "no capture") and no capture"
            case .noMessage:
                "No SAML message was found in the file, which was read as \(detail ?? "text"). It would "
                    + "be in SAMLResponse, SAMLRequest, samlAttributeQueryResponse or "
                    + "verificationToken, or anywhere as XML or Base64. If the file should hold one, "
                    + "name its format with --input-format or its field with --field"
            }
        return offset.map { "\(reason) (at byte \($0))." } ?? "\(reason)."
    }
}
