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
            open: { members, context in
                let archive = CharlesArchive(members: members, context: context)
                return MemberExchanges(of: archive.transactions, context) {
                    (names, place) throws(CaptureError) in
                    try archive.steps(of: names, at: place)
                }
            }))
}

/// A session of Charles 5: a zip whose members are, for each transaction, its description and its bodies.
struct CharlesArchive {
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
    struct Names {
        var meta: String?
        var request: String?
        var response: String?
    }

    let members: ZipMembers
    let context: CaptureContext

    /// The members of each transaction, which the zip lists by its number.
    var transactions: [Names] {
        var order: [Substring] = []
        var found: [Substring: Names] = [:]
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
        return order.compactMap { found[$0] }
    }

    /// Returns the exchange of a transaction, and after it why bodies of it are missing.
    func steps(of names: Names, at source: MessageSource) throws(CaptureError) -> [CaptureStep] {
        let damage = CaptureError(.invalidCapture, detail: CaptureFormat.charlesArchive.title)
        guard let name = names.meta else { throw damage }
        let meta = try members.content(of: name, limit: context.limit)
        guard meta.isWhole else { throw CaptureError(.inputTooLarge) }
        guard let object = JSONValue(reading: meta.bytes),
            var exchange = JSONExchangeMap.charles.exchange(
                in: object, at: source, with: context.bodies)
        else { throw damage }
        let sides = [
            ("request", names.request, \HTTPExchange.requestHeaders, \HTTPExchange.requestBody),
            ("response", names.response, \.responseHeaders, \.responseBody),
        ]
        var failures: [CaptureStep] = []
        for (side, name, headers, body) in sides {
            guard let name else { continue }
            let coding =
                object[side]?["contentEncoding"]?.text
                ?? exchange[keyPath: headers]["Content-Encoding"]
            do throws(CaptureError) {
                let content = try members.content(of: name, limit: context.limit)
                let mediaType = exchange[keyPath: body].mediaType
                exchange[keyPath: body] =
                    content.isWhole
                    ? context.bodies.body(content.bytes, coding: coding, exactness: .decoded)
                    : HTTPBody(content.bytes, state: .tooLarge)
                exchange[keyPath: body].mediaType = mediaType
            } catch {
                exchange[keyPath: body].state = .dropped(error.description)
                failures.append(.failure(error, at: source))
            }
        }
        return [.exchange(exchange)] + failures
    }
}
