internal import SAMLBindings
internal import WireText

/// One value of a file of JSON: a row, a document or an element of an array.
///
/// A string that looks like a message is one, wherever it stands. Where none does, the value of a usual field counts as
/// the message. A value with neither is skipped, unless a field was named: then it lacks that field.
struct JSONSearch {
    let bytes: [UInt8]
    var source: MessageSource
    let field: String?
    /// The offset in the file, where faults are counted from there.
    var offset = 0
    /// A Boolean value that indicates whether the place in an array is part of the source.
    var hasEntries = false
    /// A Boolean value that indicates whether the value is a document or a part of one, and not a line of a log.
    var isOfDocument = false

    init(_ bytes: [UInt8], _ source: MessageSource, field: String?) {
        self.bytes = bytes
        self.source = source
        self.field = field
    }

    /// The values, if several follow each other without a separator; ``steps()`` sets it and leaves them to its user.
    private(set) var parts: JSONParts?

    /// The messages in the value, or why there is none.
    mutating func steps() -> [CaptureStep] {
        let document = JSONScanner(document: bytes)
        var scanner = document
        var walk = JSONWalk(field: field)
        walk.comparesNames = isOfDocument
        do throws(JSONScanner.Failure) {
            try walk.root(&scanner)
        } catch {
            return damaged(at: error.offset)
        }
        guard scanner.isAtEnd else {
            guard bytes[scanner.index] == UInt8(ascii: "{") else {
                return damaged(at: scanner.index)
            }
            parts = JSONParts(bytes)
            return []
        }
        walk.joinRows(of: document)
        return steps(of: walk)
    }

    /// The messages in a string that is not written as JSON any more.
    func stepsOfText(isUsual: Bool) -> [CaptureStep] {
        var walk = JSONWalk()
        var place = JSONWalk.Place()
        place.isUsual = isUsual
        walk.search(bytes[...], place)
        return distinct(walk.found)
    }

    /// The complete messages of a value that is not JSON, and why it is not.
    private func damaged(at offset: Int) -> [CaptureStep] {
        let failure = failing(at: offset)
        guard field == nil else { return [failure] }
        var walk = JSONWalk()
        for message in MessageFinder.messages(in: bytes[...]) {
            guard let content = try? message.content.get(),
                case .complete = MessageShape(of: content)
            else { continue }
            walk.append(.found(message.content), isCertain: true, JSONWalk.Place())
        }
        return distinct(walk.found) + [failure]
    }

    private func failing(at offset: Int) -> CaptureStep {
        entry(source, .failure(CaptureError(.invalidJSON, at: self.offset + offset)))
    }

    private func entry(
        _ source: MessageSource, _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CaptureStep {
        .entry(CaptureEntry(source, content))
    }

    private func steps(of walk: JSONWalk) -> [CaptureStep] {
        if walk.isLeftOut { return [.passedOver(source)] }
        let found = walk.found
        // Most captures are rows with one message in one field of the root object. Who takes the message out of the
        // record decodes these.
        if let only = found.first, found.count == 1, case .field(let text) = only.content,
            walk.rootFields.count == 1
        {
            var entry = CaptureEntry(place(of: only), .success(.jsonLine(bytes, text)))
            entry.leadsOn = only.leadsOn
            return [.entry(entry)]
        }
        if walk.rootFields.count > 1, Set(walk.rootFields).count < walk.rootFields.count {
            return [row(like: found.first)]
        }
        let certain = found.filter(\.isCertain)
        guard certain.isEmpty else { return distinct(certain) }
        if !walk.hasNothing, field == nil ? !walk.rootFields.isEmpty : found.isEmpty {
            return [row(like: found.first)]
        }
        return found.isEmpty ? [.passedOver(source)] : distinct(found)
    }

    /// The step of an object whose message is in a field of its own, whatever that holds.
    private func row(like found: JSONWalk.Found?) -> CaptureStep {
        let content = Result { () throws(CaptureError) in
            // An array has no field of its own.
            guard let object = try? JSONLine(parsing: bytes) else {
                throw CaptureError(.missingField, field: field)
            }
            return CapturedRecord.Content.message(try object.message(field: field))
        }
        return entry(found.map { place(of: $0) } ?? source, content)
    }

    /// One step for each distinct message of an element.
    private func distinct(_ found: [JSONWalk.Found]) -> [CaptureStep] {
        var entries: [CaptureEntry] = []
        var places: [Key: Int] = [:]
        // Elsewhere in a document without times, a message that stands under other names is the same one.
        var others: [ArraySlice<UInt8>: (entry: Int, names: Int)] = [:]
        for message in found {
            let source = place(of: message)
            let content = content(of: message)
            if found.count > 1, case .success(let bytes) = content {
                let identity = bytes.unpackedXML?.messageIdentity
                let key = Key(scope: message.scope, message: identity ?? bytes[...])
                if let first = places[key] {
                    entries[first].source.alsoAt.append(source.place)
                    continue
                }
                if isOfDocument, source.time == nil {
                    if let other = others[key.message], other.names != message.names {
                        entries[other.entry].source.alsoAt.append(source.place)
                        continue
                    }
                    others[key.message] = (entries.count, message.names)
                }
                places[key] = entries.count
            }
            var entry = CaptureEntry(source, content.map { .message($0) })
            entry.leadsOn = message.leadsOn
            if isOfDocument, source.time == nil { entry.names = message.names }
            entries.append(entry)
        }
        return entries.map { .entry($0) }
    }

    private struct Key: Hashable {
        let scope: Int
        let message: ArraySlice<UInt8>
    }

    private func content(of found: JSONWalk.Found) -> Result<[UInt8], CaptureError> {
        switch found.content {
        case .found(let content): content
        case .field(let text): .success(Array(JSONScanner(bytes).content(of: text)))
        }
    }

    private func place(of found: JSONWalk.Found) -> MessageSource {
        var source = source
        if hasEntries { source.entry = found.entry }
        source.time = found.time ?? source.time
        source.host = found.host ?? source.host
        return source
    }
}
