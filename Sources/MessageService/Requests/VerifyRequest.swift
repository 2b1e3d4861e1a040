internal import PayloadCoding
internal import WireText

/// A request to judge one message: the message, and options in place of the server's.
struct VerifyRequest {
    let message: [UInt8]
    private(set) var options = RequestOptions()
    private(set) var explains = false

    /// The members with the option that each sets; none of them names a file.
    private static let members = [
        "audience": "audience", "recipient": "recipient", "now": "now", "profile": "profile",
        "inResponseTo": "in-response-to", "require": "require", "clockSkew": "clock-skew",
        "issuer": "issuer", "acceptWithout": "accept-without", "policy": "policy",
        "normalization": "normalization", "unsolicited": "unsolicited",
        "queryMessages": "query-messages", "allAttributes": "all-attributes", "payload": "payload",
    ]

    init(parsing json: [UInt8]) throws(ServiceProblem) {
        var scanner = JSONScanner(json)
        var digits: [UInt8]?
        var others: [(name: String, value: JSONValue)] = []
        do throws(JSONScanner.Failure) {
            try scanner.members { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                let name = String(decoding: scanner.content(of: name), as: UTF8.self)
                let value = try scanner.value()
                if name == "message", scanner.written(value).first == UInt8(ascii: "\"") {
                    digits = Array(scanner.content(of: value))
                } else {
                    others.append(
                        (name, JSONValue(reading: Array(scanner.written(value))) ?? .null))
                }
            }
        } catch {
            throw ServiceProblem(
                .invalidRequest,
                "The body is not a JSON object, at byte \(error.offset). Expected "
                    + "{\"message\": \"Base64 of the captured bytes\"}.")
        }
        guard scanner.isAtEnd else {
            throw ServiceProblem(
                .invalidRequest, "There is something after the JSON object. Send one object.")
        }
        guard let digits, let message = try? Base64.decode(digits), !message.isEmpty else {
            throw ServiceProblem(
                .invalidRequest,
                "The member message is \(digits == nil ? "missing or no text" : "empty or not Base64"). "
                    + "Expected the captured bytes in Base64.")
        }
        self.message = message
        for (name, value) in others { try read(name, value) }
    }

    private mutating func read(_ name: String, _ value: JSONValue) throws(ServiceProblem) {
        switch name {
        case "trust": options.trust = try Self.trust(value)
        case "explain":
            guard let flag = value.boolean else { throw Self.wrong("explain", "true or false") }
            explains = flag
        default:
            guard let option = Self.members[name] else {
                throw ServiceProblem(
                    .invalidRequest,
                    "There is a member that is not read. Expected message, trust, explain, "
                        + Self.members.keys.sorted().joined(separator: ", ") + ".")
            }
            try set(option, name, value)
        }
    }

    private mutating func set(
        _ option: String, _ name: String, _ value: JSONValue
    ) throws(ServiceProblem) {
        if RequestOptions.flags.contains(option) {
            guard let flag = value.boolean else { throw Self.wrong(name, "true or false") }
            return try options.add(option, "\(flag)")
        }
        switch name {
        case "require", "acceptWithout", "policy":
            guard let elements = value.elements else { throw Self.wrong(name, "an array of texts") }
            for element in elements {
                guard let text = element.text, !text.isEmpty else {
                    throw Self.wrong(name, "an array of texts")
                }
                try options.add(option, text)
            }
            if elements.isEmpty { try options.add(option, "") }
        case "clockSkew":
            guard let seconds = value.int, seconds >= 0 else {
                throw Self.wrong(name, "a number of seconds")
            }
            try options.add(option, "\(seconds)")
        default:
            guard let text = value.text else { throw Self.wrong(name, "a text") }
            try options.add(option, text)
        }
    }

    private static func trust(_ value: JSONValue) throws(ServiceProblem) -> [NamedContent] {
        guard let elements = value.elements, !elements.isEmpty else {
            throw wrong("trust", "an array with at least one object of name and content")
        }
        var files: [NamedContent] = []
        for element in elements {
            guard let members = element.members, members.count <= 2,
                members.allSatisfy({ ["name", "content"].contains($0.name) }),
                let content = element["content"]?.text
            else {
                throw wrong("trust", "objects of name and content, the text of metadata or PEM")
            }
            let name = element["name"].map { $0.text }
            guard let name = name ?? "trust-\(files.count + 1)" else {
                throw wrong("trust", "a text as name")
            }
            files.append(NamedContent(name: name, bytes: Array(content.utf8)))
        }
        return files
    }

    private static func wrong(_ name: String, _ expected: String) -> ServiceProblem {
        ServiceProblem(
            .invalidRequest, "The member \(name) is of another form. Expected \(expected).")
    }
}
