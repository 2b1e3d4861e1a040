/// A file that was sent: its name, which is only shown, and its content.
package struct NamedContent: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]

    /// Creates a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// The options of a request, which replace those of the server by their names.
package struct RequestOptions: Hashable, Sendable {
    /// An option by its name on the command line.
    package struct Option: Hashable, Sendable {
        package let name: String
        /// The value; `nil` for a flag, and empty where the server's own option does not count.
        package let value: String?

        /// Creates an option.
        package init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// The options, some of them several times.
    package var options: [Option] = []
    /// Metadata and certificates that are trusted instead of the server's; `nil` for the server's.
    package var trust: [NamedContent]?

    /// No options.
    package init() {}

    /// The options that a request may set: none of them names a file.
    package static let names = [
        "audience", "require", "now", "profile", "recipient", "in-response-to", "clock-skew",
        "issuer", "accept-without", "policy", "normalization", "field", "input-format",
    ]
    /// The flags among them.
    package static let flags = ["unsolicited", "query-messages", "all-attributes", "payload"]

    /// Adds an option.
    ///
    /// - Throws: A ``ServiceProblem`` where a request may not set it.
    package mutating func add(_ name: String, _ value: String) throws(ServiceProblem) {
        if Self.flags.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            guard ["", "true", "false"].contains(value) else {
                throw ServiceProblem(
                    .invalidOptions, "\(name) is true or false, found another value.")
            }
            options.append(Option(name, value == "false" ? "" : nil))
            return
        }
        guard Self.names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
            throw ServiceProblem(
                .invalidOptions,
                "There is an option that a request cannot set. Expected one of: "
                    + (Self.names + Self.flags).joined(separator: ", ")
                    + ". Options that name files are those of the server's command line.")
        }
        options.append(Option(name, value))
    }

    /// Adds the fields of a query.
    package mutating func add(query: Substring) throws(ServiceProblem) {
        for field in query.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map(FormText.decoded)
            guard let name = texts[0], let value = texts.count == 1 ? "" : texts[1] else {
                throw ServiceProblem(
                    .invalidOptions, "The query of the address is not UTF-8. Encode its values.")
            }
            try add(name, value)
        }
    }

    /// Refuses trust that was sent to a server that has its own.
    func refuseTrust(if isReadOnly: Bool) throws(ServiceProblem) {
        guard isReadOnly, trust != nil || options.contains(where: { $0.name == "policy" }) else {
            return
        }
        throw ServiceProblem(
            .trustIsReadOnly,
            "This server trusts only the metadata of its own command line (--read-only-trust). Send the "
                + "message without metadata, certificates and policy.")
    }
}
