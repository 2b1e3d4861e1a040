internal import Captures

/// The form of the page as it was sent: messages and captures, trust, and options.
struct Submission {
    /// The answers to choose from.
    enum View: String {
        case messages, audit
    }

    private(set) var documents: [CaptureDocument] = []
    private(set) var options = RequestOptions()
    private(set) var view = View.messages
    /// The name under which the page asks how far its request is.
    private(set) var job: String?

    /// The largest option, and the largest file of metadata.
    private static let fieldByteCount = 64 << 10
    private static let trustByteCount = 256 << 20

    init(_ fields: [MultipartReading.Field]) throws(ServiceProblem) {
        var trust: [NamedContent] = []
        for field in fields {
            let document = CaptureDocument(
                named: field.fileName.flatMap { $0.isEmpty ? nil : $0 } ?? "message.txt",
                field.content)
            guard document.byteCount > 0 else {
                // An empty field takes an option of the server away.
                if RequestOptions.names.contains(field.name) { try options.add(field.name, "") }
                continue
            }
            switch field.name {
            case "message", "file":
                switch try? SentFileKind(document) {
                case .capture: documents.append(document)
                case .trust: trust.append(try Self.trust(document))
                case .privateKey: throw Self.privateKey
                case nil: throw Self.unreadable
                }
            case "view": view = View(rawValue: try Self.text(of: document)) ?? .messages
            case "job": job = try Self.text(of: document)
            default: try options.add(field.name, try Self.text(of: document))
            }
        }
        if !trust.isEmpty { options.trust = trust }
        guard !documents.isEmpty else { throw Self.nothing(hasTrust: !trust.isEmpty) }
    }

    private static func trust(
        _ document: CaptureDocument
    ) throws(ServiceProblem) -> NamedContent {
        guard document.byteCount <= trustByteCount else { throw tooLarge }
        do {
            return NamedContent(
                name: document.name, bytes: try document.prefix(document.byteCount))
        } catch {
            throw unreadable
        }
    }

    private static func text(of document: CaptureDocument) throws(ServiceProblem) -> String {
        guard document.byteCount <= fieldByteCount else { throw tooLarge }
        guard let bytes = try? document.prefix(document.byteCount),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw unreadable }
        return text.filter { !$0.isNewline }
    }

    private static let privateKey = ServiceProblem(
        .invalidOptions,
        "One of the files is a private key. Keys for decryption come from the command line only: "
            + "start samlkit serve with --decryption-key FILE, and do not send the key.")
    private static let unreadable = ServiceProblem(
        .invalidRequest, "A field of the form could not be read. Send it again.")
    private static let tooLarge = ServiceProblem(
        .bodyTooLarge, "A field of the form or a file of metadata is larger than what is read.")

    private static func nothing(hasTrust: Bool) -> ServiceProblem {
        ServiceProblem(
            .noMessage,
            hasTrust
                ? "Only metadata or certificates were sent. Add the message or the capture that they "
                    + "are to judge."
                : "Nothing was sent. Paste a message, or choose a file.")
    }
}
