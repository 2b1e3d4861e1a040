internal import Captures
package import ProfileProcessing
internal import SAMLBindings
package import SystemPackage

extension SignOns {
    /// The files in which calls stand between a request and its response.
    package var filesWithCalls: [FilePath] {
        var known: Set<String> = []
        var opened: Set<FilePath> = []
        return shown.compactMap { signOn in
            guard let span = signOn.span, let file = signOn.request.file, span.count > 1,
                known.insert(file).inserted
            else { return nil }
            return file
        }.compactMap(Self.openable).filter { opened.insert($0).inserted }
    }

    /// Returns a file, or the archive that it is a member of; `nil` for standard input.
    private static func openable(_ name: String) -> FilePath? {
        var path = FilePath(name)
        if FileOperations.size(of: path) != nil { return path }
        // A folder has no extension, and is not to be read as a whole.
        while path.removeLastComponent(), !path.isEmpty {
            if path.extension != nil, FileOperations.size(of: path) != nil { return path }
        }
        return nil
    }

    /// Reads the calls between the requests and responses that are shown.
    ///
    /// - Parameters:
    ///   - captures: The captures of the run, or the files among them that ``filesWithCalls`` names.
    ///   - isElsewhere: Whether the captures may be in another folder now.
    ///   - hidesPaths: Whether the paths of calls are left out, which may name people.
    package mutating func addCalls(
        from captures: [FilePath], isElsewhere: Bool = false, hidingPaths hidesPaths: Bool = false
    ) {
        func lastName(_ path: String) -> String {
            path.split(separator: "/").last.map(String.init) ?? ""
        }
        // Files of one name are told apart by their folders.
        let files = Dictionary(
            grouping: Set(shown.compactMap(\.request.file)), by: lastName
        ).mapValues(\.count)
        func name(_ path: String) -> String {
            let last = lastName(path)
            return isElsewhere && files[last, default: 0] < 2 ? last : path
        }
        let spans = SignOnSpans(of: self, by: name)
        guard !spans.isEmpty, !captures.isEmpty else { return }
        var reader = ExchangeReader(inputs: captures)
        while let step = reader.next() {
            guard case .exchange(let exchange) = step, exchange.kind == .http,
                let file = exchange.source.file,
                let place = exchange.source.entry ?? exchange.source.line
            else { continue }
            let numbers = spans.numbers(in: name(file), at: place)
            guard !numbers.isEmpty else { continue }
            let call = SignOnCalls.Call(exchange, at: place, hidesPath: hidesPaths)
            for number in numbers { shown[number].calls.add(call) }
        }
    }
}

extension SignOnCalls.Call {
    init(_ exchange: HTTPExchange, at place: Int, hidesPath: Bool) {
        var status: Int?
        if case .response(let number, _) = exchange.outcome { status = number }
        self.init(
            place: place, time: exchange.start?.microseconds.map { $0 / 1000 },
            method: exchange.method ?? "?", host: exchange.host ?? exchange.source.host ?? "",
            path: hidesPath ? "/…" : exchange.shownPath, status: status)
    }
}
