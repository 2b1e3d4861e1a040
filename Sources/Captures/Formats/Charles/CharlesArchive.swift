internal import SAMLBindings
internal import WireText

extension CaptureFormat {
    /// The file is a session of Charles 5 (`.chlz`, and `.chls` when it is a zip).
    package static let charlesArchive = CaptureFormat(
        "chlz", "a session of Charles 5",
        .members(
            isContainer: { names in
                names.contains { CharlesArchive.Member($0)?.part == "meta.json" }
            },
            open: { CharlesArchive($0, $1) }))
}

/// A session of Charles 5: a zip whose members are, for each transaction, its description and its bodies.
final class CharlesArchive: CaptureStream {
    /// The name of a member: `<number>-meta.json`, `<number>-req.<type>` or `<number>-res.<type>`.
    struct Member {
        let number: Substring
        let part: Substring

        init?(_ name: String) {
            guard let dash = name.firstIndex(of: "-"), dash > name.startIndex,
                name[..<dash].utf8.allSatisfy(\.isDigit)
            else { return nil }
            number = name[..<dash]
            part = name[name.index(after: dash)...]
        }

        /// Returns whether this is a body: of a request, `req`, or a response, `res`.
        func isBody(_ kind: String) -> Bool { part == kind || part.hasPrefix("\(kind).") }
    }

    /// The members of a transaction.
    private struct Names {
        var meta: String?
        var request: String?
        var response: String?
    }

    private let members: ZipMembers
    private let context: CaptureContext
    private let transactions: [Names]
    private var entryIndex = 0
    /// The failures of the latest transaction's bodies, the next one last.
    private var pending: [CaptureStep] = []

    init(_ members: ZipMembers, _ context: CaptureContext) {
        self.members = members
        self.context = context
        var order: [Substring] = []
        var found: [Substring: Names] = [:]
        // The names are sorted by their numbers.
        for name in members.names {
            guard let member = Member(name) else { continue }
            var names = found[member.number] ?? Names()
            if member.part == "meta.json" {
                names.meta = name
            } else if member.isBody("req") {
                names.request = name
            } else if member.isBody("res") {
                names.response = name
            } else {
                continue
            }
            if found.updateValue(names, forKey: member.number) == nil {
                order.append(member.number)
            }
        }
        transactions = order.compactMap { found[$0] }
    }

    func next() -> CaptureStep? {
        if let step = pending.popLast() { return step }
        guard entryIndex < transactions.count else { return nil }
        var source = context.source
        source.entry = entryIndex
        let names = transactions[entryIndex]
        entryIndex += 1
        do throws(CaptureError) {
            return .exchange(try exchange(names, at: source))
        } catch {
            return .entry(CaptureEntry(source, .failure(error)))
        }
    }

    private func exchange(
        _ names: Names, at source: MessageSource
    ) throws(CaptureError) -> HTTPExchange {
        let damage = CaptureError(.invalidCapture, detail: CaptureFormat.charlesArchive.title)
        guard let name = names.meta else { throw damage }
        let meta = try members.content(of: name, limit: context.limit)
        guard meta.isWhole else { throw CaptureError(.inputTooLarge) }
        var json = JSONStream(ByteReader(HeldBytes(meta.bytes[...])))
        guard let object = try? json.element(limit: context.limit),
            let transaction = CharlesTransaction(object, at: source, with: context.bodies)
        else { throw damage }
        var exchange = transaction.exchange
        body(
            names.request, transaction.requestCoding, exchange.requestHeaders, source,
            into: &exchange.requestBody)
        body(
            names.response, transaction.responseCoding, exchange.responseHeaders, source,
            into: &exchange.responseBody)
        return exchange
    }

    /// Reads a body, if it is there; one that is damaged is an entry of its own.
    private func body(
        _ name: String?, _ coding: String?, _ headers: HTTPHeaders, _ source: MessageSource,
        into body: inout HTTPBody
    ) {
        guard let name else { return }
        do throws(CaptureError) {
            let content = try members.content(of: name, limit: context.limit)
            let mediaType = body.mediaType
            body =
                content.isWhole
                ? context.bodies.body(
                    content.bytes, coding: coding ?? headers["Content-Encoding"],
                    exactness: .decoded)
                : HTTPBody(content.bytes, state: .tooLarge)
            body.mediaType = mediaType
        } catch {
            body.state = .dropped(error.description)
            pending.append(.entry(CaptureEntry(source, .failure(error))))
        }
    }
}
