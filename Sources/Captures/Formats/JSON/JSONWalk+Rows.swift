internal import SAMLBindings
internal import WireText

extension JSONWalk {
    /// A string in a row of a document, and the places of the messages in it.
    struct Row {
        let text: [UInt8]
        let found: Range<Int>
    }

    /// Joins messages that a program wrote over several rows of a document, such as the hits of a search.
    ///
    /// The rows of a message that is cut off are the strings under the same names.
    ///
    /// - Parameter document: The start of the document.
    mutating func joinRows(of document: JSONScanner) {
        guard found.contains(where: { $0.isCutOff && $0.entry != nil }) else { return }
        var walk = self
        walk.comparesNames = true
        // Once for the names and once for their strings; most documents have no such message, and keep neither.
        for _ in 1...2 {
            walk.rows = [:]
            for message in walk.found where message.isCutOff { walk.rows[message.names] = [] }
            walk.found = []
            var scanner = document
            guard (try? walk.root(&scanner)) != nil, walk.found.count == found.count else { return }
        }
        for rows in walk.rows.values where rows.count > 1 {
            join(rows, in: Array(rows.indices))
            // A search may list the newest row first.
            join(rows, in: rows.indices.reversed())
        }
    }

    private mutating func join(_ rows: [Row], in order: [Int]) {
        guard order.contains(where: { rows[$0].found.contains { found[$0].isCutOff } }) else {
            return
        }
        // The line of a step is the index of its row.
        var pieces = LogRowPieces(MessageSource(), limit: .max)
        var steps: [CaptureStep] = []
        for index in order {
            var place = MessageSource()
            place.line = index
            let own = rows[index].found.compactMap { found[$0].result(at: place) }
            let text = SplitLogLines.Text(bytes: rows[index].text, line: index, time: nil)
            steps += pieces.take(text, own.isEmpty ? [.passedOver(place)] : own)
        }
        for case .entry(let entry) in steps + pieces.rest() {
            guard let index = entry.source.line,
                let first = rows[index].found.first(where: { found[$0].isCutOff })
            else { continue }
            switch entry.content {
            case .success(.message(let bytes)): found[first].content = .found(.success(bytes))
            case .failure(let error) where error.lack == .lines:
                found[first].content = .found(.failure(error))
            default: break
            }
        }
    }
}

extension JSONWalk.Found {
    fileprivate var isCutOff: Bool {
        guard case .found(.failure(let error)) = content else { return false }
        return error.code == .truncatedMessage
    }

    fileprivate func result(at place: MessageSource) -> CaptureStep? {
        guard case .found(let content) = content else { return nil }
        return .entry(CaptureEntry(place, content.map { .message($0) }))
    }
}
