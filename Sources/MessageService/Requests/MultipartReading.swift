internal import Captures
internal import WireText

/// Reads a form in `multipart/form-data` (RFC 7578) piece by piece, with files of any size.
struct MultipartReading {
    /// A field of the form.
    struct Field {
        let name: String
        /// The name of a file; `nil` for a field that is not a file.
        let fileName: String?
        let content: CaptureDocument.Content
    }

    private enum State { case preamble, headers, content, finished }

    private(set) var fields: [Field] = []
    private let delimiter: [UInt8]
    private let folder: String
    private var state = State.preamble
    private var buffer = Array("\r\n".utf8)
    private var name: String?
    private var fileName: String?
    private var body: UploadedBody
    /// The bytes of finished fields that are in memory.
    private var heldByteCount = 0

    private static let longestHeaders = 8 << 10
    private static let mostFields = 1000
    /// Once many bytes are held, further fields are held up to this size.
    private static let smallField = 1 << 10

    /// Creates it from the media type; `nil` where that names another one.
    init?(mediaType: String, folder: String) {
        let parts = mediaType.split(separator: ";").map { $0.filter { $0 != " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let parameter = parts.dropFirst().first(where: {
                $0.lowercased().hasPrefix("boundary=")
            })
        else { return nil }
        let boundary = parameter.dropFirst(9).filter { $0 != "\"" }
        guard (1...70).contains(boundary.utf8.count) else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.folder = folder
        body = UploadedBody(folder: folder)
    }

    /// A Boolean value that indicates whether the end of the form was read.
    var isWhole: Bool { state == .finished }

    /// Reads on.
    mutating func add(_ bytes: some Sequence<UInt8>) throws(ServiceProblem) {
        buffer.append(contentsOf: bytes)
        while try step() {}
    }

    /// Closes what was not read to its end.
    mutating func discard() { body.discard() }

    /// Takes one part of the buffer; returns false where more bytes are needed.
    private mutating func step() throws(ServiceProblem) -> Bool {
        switch state {
        case .finished:
            buffer.removeAll()
            return false
        case .preamble, .content:
            let found = buffer.firstOffset(of: delimiter, from: 0)
            // The end of the buffer may be the beginning of a delimiter.
            let end = found ?? max(0, buffer.count - delimiter.count + 1)
            if state == .content { try body.append(buffer[..<end]) }
            guard found != nil else {
                buffer.removeFirst(end)
                return false
            }
            guard buffer.count >= end + delimiter.count + 2 else {
                buffer.removeFirst(end)
                return false
            }
            if state == .content { try finishField() }
            let after = buffer[(end + delimiter.count)...].prefix(2)
            state = after.elementsEqual("--".utf8) ? .finished : .headers
            // The line end stays, as that of an empty header.
            buffer.removeFirst(end + delimiter.count)
            return true
        case .headers:
            let mark = Array("\r\n\r\n".utf8)
            guard let end = buffer.firstOffset(of: mark, from: 0) else {
                guard buffer.count <= Self.longestHeaders else { throw Self.malformed }
                return false
            }
            guard end <= Self.longestHeaders else { throw Self.malformed }
            read(headers: String(decoding: buffer[..<end], as: UTF8.self))
            buffer.removeFirst(end + mark.count)
            let hasRoom = heldByteCount < ServiceLimits.bodyInMemory
            body = UploadedBody(
                folder: folder, upTo: hasRoom ? ServiceLimits.bodyInMemory : Self.smallField)
            state = .content
            return true
        }
    }

    private mutating func finishField() throws(ServiceProblem) {
        guard let name else { throw Self.malformed }
        guard fields.count < Self.mostFields else { throw Self.malformed }
        let content = try body.content()
        if case .bytes(let bytes) = content { heldByteCount += bytes.count }
        fields.append(Field(name: name, fileName: fileName, content: content))
    }

    private mutating func read(headers: String) {
        (name, fileName) = (nil, nil)
        for line in headers.split(whereSeparator: \.isNewline) {
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            name = Self.parameter("name", in: line)
            fileName = Self.parameter("filename", in: line)
        }
    }

    /// The value of a parameter in quotes, in which browsers write a quotation mark as `%22`.
    private static func parameter(_ name: String, in line: Substring) -> String? {
        guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound,
            let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end].replacing("%22", with: "\""))
    }

    private static let malformed = ServiceProblem(
        .invalidRequest,
        "The form is malformed. Expected multipart/form-data as browsers and curl -F send it.")
}
