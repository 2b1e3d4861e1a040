/// The calls of a capture from a request to its response.
package struct SignOnCalls: Hashable, Sendable, Codable {
    /// A call, without anything that is secret.
    package struct Call: Hashable, Sendable, Codable {
        /// The number of the entry, or else of the line.
        package let place: Int
        /// The start in milliseconds since 1970.
        package let time: Int64?
        package let method: String
        package let host: String
        package let path: String
        /// The status; `nil` without an answer.
        package let status: Int?

        package init(
            place: Int, time: Int64?, method: String, host: String, path: String, status: Int?
        ) {
            self.place = place
            self.time = time
            self.method = method
            self.host = host
            self.path = path
            self.status = status
        }
    }

    /// The first calls, in the order of the capture.
    package private(set) var listed: [Call] = []
    /// The number of calls, listed or not.
    package private(set) var count = 0

    private static let most = 60

    package init() {}

    package mutating func add(_ call: Call) {
        count += 1
        if listed.count < Self.most { listed.append(call) }
    }
}

/// The spans of the sign-ons that are shown, by file.
package struct SignOnSpans: Sendable {
    private var spans: [String: [(range: ClosedRange<Int>, number: Int)]] = [:]

    /// Takes the spans of more than one entry.
    ///
    /// - Parameters:
    ///   - signOns: The sign-ons.
    ///   - key: The name that files are compared by.
    package init(of signOns: SignOns, by key: (String) -> String = { $0 }) {
        for (number, signOn) in signOns.shown.enumerated() {
            guard let span = signOn.span, span.count > 1, let file = signOn.request.file else {
                continue
            }
            spans[key(file), default: []].append((span, number))
        }
    }

    /// A Boolean value that indicates whether no sign-on has calls between its messages.
    package var isEmpty: Bool { spans.isEmpty }

    /// Returns the places in the list of those sign-ons that an entry, or a line, is in.
    package func numbers(in file: String, at place: Int) -> [Int] {
        (spans[file] ?? []).filter { $0.range.contains(place) }.map(\.number)
    }
}
