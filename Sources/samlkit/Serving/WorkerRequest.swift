import PayloadCoding
import ProfileProcessing
import WireText

/// A request to `samlkit worker`: a message, and the options to judge it by.
struct WorkerRequest {
    /// The version of requests and answers.
    static let version = 1

    let message: [UInt8]
    let options: [String]

    /// Reads a request; `id` is set as soon as it is known.
    init(parsing json: [UInt8], id: inout Int?) throws(WorkerFailure) {
        var version: Int?
        var digits: [UInt8]?
        var words: [String] = []
        var number: Int?
        var scanner = JSONScanner(json)
        do throws(JSONScanner.Failure) {
            try scanner.members { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                switch String(decoding: scanner.content(of: name), as: UTF8.self) {
                case "version": version = try scanner.integer()
                case "id": number = try scanner.integer()
                case "options": words = try scanner.strings()
                case "message":
                    let text = try scanner.value()
                    guard scanner.written(text).first == UInt8(ascii: "\"") else { return }
                    digits = Array(scanner.content(of: text))
                default: try scanner.skip()
                }
            }
        } catch {
            id = number
            throw WorkerFailure(
                .invalidRequest,
                "The request is not a JSON object of the expected form, at byte \(error.offset).")
        }
        id = number
        guard version == Self.version else {
            throw WorkerFailure(
                .versionNotSupported,
                "The request has version \(version.map(String.init) ?? "none"), expected "
                    + "\(Self.version). Use a samlkit of the same release.")
        }
        guard let digits else {
            throw WorkerFailure(.invalidRequest, "The request has no message.")
        }
        guard let message = try? Base64.decode(digits) else {
            throw WorkerFailure(.invalidRequest, "The message of the request is not Base64.")
        }
        self.message = message
        options = words
    }
}

/// The reason why a request was not answered with a record.
struct WorkerFailure: Error {
    /// The codes, stable across releases.
    enum Code: String {
        /// The request is not a JSON object with the expected members.
        case invalidRequest
        /// The request, or the record, is larger than a frame may be.
        case tooLarge
        /// Another version of requests is spoken here.
        case versionNotSupported
        /// An option is wrong, or a file of the options cannot be used.
        case invalidOptions
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// The answer to a request.
struct WorkerAnswer {
    /// The number of the request, if it could be read.
    let id: Int?
    let result: Result<ProfileRecord, WorkerFailure>

    init(id: Int?, _ result: Result<ProfileRecord, WorkerFailure>) {
        self.id = id
        self.result = result
    }

    /// The answer with its length.
    var frame: [UInt8] {
        let content = json.bytes
        guard content.count <= WorkerFrames.limit else {
            let failure = WorkerFailure(
                .tooLarge, "The record has \(content.count) bytes, at most \(WorkerFrames.limit).")
            return WorkerFrames.frame(WorkerAnswer(id: id, .failure(failure)).json.bytes)
        }
        return WorkerFrames.frame(content)
    }

    private var json: JSONValue {
        let outcome: (name: String, value: JSONValue) =
            switch result {
            case .success(let record): ("record", record.jsonValue())
            case .failure(let failure):
                (
                    "error",
                    .object([
                        ("code", .string(failure.code.rawValue)),
                        ("message", .string(failure.message)),
                    ])
                )
            }
        return .object([
            ("version", .integer(WorkerRequest.version)),
            ("id", id.map { .integer($0) } ?? .null), outcome,
        ])
    }
}
