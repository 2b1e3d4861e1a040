internal import SAMLBindings

extension HTTPExchange {
    /// The messages in the usual places and elsewhere.
    func allMessages() -> [FoundMessage] {
        let named = messages()
        let others = messagesElsewhere(than: named)
        // What could not be read as JSON was read in another way.
        let read = Set(others.map(\.part))
        return named.filter { message in
            guard case .failure(let error) = message.content else { return true }
            return error.code != .invalidJSON || !read.contains(message.part)
        } + others
    }

    /// The fewest bytes in which a message is looked for; the shortest one is longer in any packing.
    private static let fewestBytes = 128

    /// The messages that stand where no standard puts them: under another name, in a script, in a page that is a string
    /// of JSON, in another header.
    ///
    /// Only what is a complete message counts: pages and scripts are full of what looks like a name or a beginning.
    ///
    /// - Parameter found: The messages in the usual places, whose parts are not searched again.
    /// - Returns: The messages of the other places, in the order of the exchange.
    func messagesElsewhere(than found: [FoundMessage]) -> [FoundMessage] {
        guard kind != .tunnel else { return [] }
        let searched = Set(
            found.filter { message in
                guard case .failure(let error) = message.content else { return true }
                return error.code != .invalidJSON
            }.map(\.part))
        var texts: [(part: MessagePart, text: ArraySlice<UInt8>)] = [
            (.url, url[...]), (.requestBody, requestBody.bytes[...]),
            (.responseBody, responseBody.bytes[...]),
        ]
        for fields in [requestHeaders.fields, responseHeaders.fields] {
            for field in fields where field.value.utf8.count >= Self.fewestBytes {
                // They repeat the URL of an exchange before this one, or of the next.
                if ["referer", "location"].contains(field.name.lowercased()) { continue }
                texts.append((part: .header, text: Array(field.value.utf8)[...]))
            }
        }
        return texts.flatMap { part, text in
            text.count < Self.fewestBytes || searched.contains(part)
                ? []
                : Self.completeMessages(in: text).map {
                    FoundMessage(part: part, content: .success($0))
                }
        }
    }

    private static func completeMessages(in text: ArraySlice<UInt8>) -> [[UInt8]] {
        MessageFinder.messages(in: text).compactMap { found in
            guard let message = try? found.content.get(), message[...].isMessage else { return nil }
            return message
        }
    }
}
