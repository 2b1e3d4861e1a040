internal import WireText

/// The messages in the body of a request or response.
struct BodyMessages {
    /// The messages, or why they cannot be had.
    private(set) var found: [Result<[UInt8], CaptureError>] = []

    private let body: HTTPBody
    private let isResponse: Bool

    /// Finds messages.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - mediaType: Its media type, where the body does not have it.
    ///   - isResponse: Whether it is that of a response.
    ///   - isProfileRequest: Whether it answers a call whose answer is a message as a whole.
    init(
        _ body: HTTPBody, mediaType: String?, isResponse: Bool, isProfileRequest: Bool = false
    ) {
        self.body = body
        self.isResponse = isResponse
        switch body.state {
        case .present
        where body.exactness == .dotted && DottedBody(bytes: body.bytes[...]).hasBrokenMessage:
            found = [.failure(DottedBody.error)]
        case .present: findInContent(isProfileRequest: isProfileRequest)
        case .truncated: findInBeginning(CaptureError(.truncatedMessage), isProfileRequest)
        case .tooLarge:
            findInBeginning(CaptureError(.inputTooLarge), isProfileRequest)
            if found.isEmpty, Self.mayHoldMessage(body.mediaType ?? mediaType) {
                found = [.failure(CaptureError(.inputTooLarge))]
            }
        case .undecodable(let coding):
            let type = body.mediaType ?? mediaType
            if isProfileRequest || hasMessageParameter || Self.mayHoldMessage(type) {
                found = [.failure(CaptureError(.undecodable, detail: coding))]
            }
        case .redacted:
            if hasMessageParameter { found = [.failure(CaptureError(.redactedMessage))] }
        case .empty, .notRecorded, .dropped:
            found = parameterForm.map { [.success($0)] } ?? []
        }
        if let form = wholeForm { found = [.success(form)] }
    }

    /// The form of the parameters if they hold a whole message and the text beside them holds none, as it was cut off
    /// or has lost bytes.
    private var wholeForm: [UInt8]? {
        guard hasMessageParameter, !found.contains(where: Self.isWhole), let form = parameterForm,
            case .complete = MessageShape(of: form)
        else { return nil }
        return form
    }

    private static func isWhole(_ message: Result<[UInt8], CaptureError>) -> Bool {
        guard let bytes = try? message.get() else { return false }
        return MessageShape(of: bytes) == .complete
    }

    private var hasMessageParameter: Bool {
        body.parameters.contains { SAMLParameter.messages.contains($0.name) }
    }

    private var parameterForm: [UInt8]? {
        body.parameters.isEmpty ? nil : SAMLParameter.form(of: body.parameters)
    }

    /// Returns whether bodies of a media type may be forms, pages or documents.
    private static func mayHoldMessage(_ mediaType: String?) -> Bool {
        guard let type = mediaType.map({ Array($0.lowercased().utf8) }) else { return true }
        return ["json", "xml", "html", "form"].contains { type[...].contains($0) }
    }

    // MARK: Whole bodies

    private mutating func findInContent(isProfileRequest: Bool) {
        guard let first = body.bytes.first(where: { !$0.isWhiteSpace }) else { return }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): findInJSON()
        case 0xEF where body.bytes.hasByteOrderMark:
            if body.bytes.dropFirst(3).first(where: { !$0.isWhiteSpace }) == UInt8(ascii: "<") {
                findInMarkup()
            } else {
                findInJSON()
            }
        case UInt8(ascii: "<"): findInMarkup()
        default:
            if isProfileRequest, isBase64Message {
                found = [.success(body.bytes)]
            } else if let form = MultipartForm(parsing: body.bytes[...]) {
                take(form.fields)
            } else if !isResponse || beginsLikeForm {
                found = SAMLParameter.messages(in: body.bytes[...]).map { .success($0) }
            }
        }
        if found.isEmpty, let form = parameterForm { found = [.success(form)] }
    }

    private var beginsLikeForm: Bool {
        SAMLParameter.messages.contains { body.bytes.starts(with: "\($0)=".utf8) }
    }

    private var isBase64Message: Bool {
        [UInt8](base64: body.bytes, ignoringOthers: true)?[...].isSAMLDocument ?? false
    }

    private mutating func findInJSON() {
        guard JSONBody.marks.contains(where: { body.bytes[...].contains($0) }) else { return }
        do throws(CaptureError) {
            found = try JSONBody(parsing: body.bytes).messages.map { .success($0) }
        } catch {
            // Only names in quotes are those of members.
            let isNamed = JSONBody.marks.contains { body.bytes[...].contains("\"\($0)\"") }
            if isNamed { found = [.failure(error)] }
        }
    }

    private mutating func findInMarkup() {
        if body.bytes[...].isSAMLDocument {
            found = [.success(body.bytes)]
        } else if isResponse, body.bytes.count <= FormPage.largestByteCount,
            SAMLParameter.messages.contains(where: { body.bytes[...].contains($0) })
        {
            FormPage(parsing: body.bytes[...]).forms.forEach { take($0) }
        }
    }

    private mutating func take(_ fields: [(name: String, value: [UInt8])]) {
        if let form = SAMLParameter.form(of: fields) { found.append(.success(form)) }
        for field in fields where SAMLParameter.others.contains(field.name) {
            if field.value[...].isMessage { found.append(.success(field.value)) }
        }
    }

    // MARK: Beginnings of bodies

    /// Looks for messages that end before the cut, and for one that is cut off.
    private mutating func findInBeginning(_ error: CaptureError, _ isProfileRequest: Bool) {
        let bytes = body.bytes[...]
        let first = bytes.first { !$0.isWhiteSpace }
        var isCutOff = isProfileRequest && !bytes.isEmpty
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0xEF {
            isCutOff = isCutOff || JSONBody.marks.contains { bytes.contains("\"\($0)\"") }
        } else if first == UInt8(ascii: "<") {
            isCutOff =
                isCutOff || bytes.isSAMLDocument
                || isResponse && bytes.count <= FormPage.largestByteCount
                    && SAMLParameter.messages.contains { bytes.contains("name=\"\($0)\"") }
        } else if let form = MultipartForm(parsing: bytes) {
            take(Array(form.isWhole ? form.fields[...] : form.fields.dropLast()))
            isCutOff =
                !form.isWhole
                && form.fields.last.map { SAMLParameter.messages.contains($0.name) } == true
        } else if !isResponse {
            let end = bytes.lastIndex(of: UInt8(ascii: "&")) ?? bytes.startIndex
            found = SAMLParameter.messages(in: bytes[..<end]).map { .success($0) }
            isCutOff = !SAMLParameter.messages(in: bytes[end...]).isEmpty
        }
        if isCutOff { found.append(.failure(error)) }
    }
}
