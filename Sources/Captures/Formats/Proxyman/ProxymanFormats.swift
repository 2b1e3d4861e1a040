internal import SAMLBindings
internal import WireText

extension CaptureFormat {
    /// The file is a log of Proxyman (`.proxymanlogv2`): a zip with a member for each exchange.
    package static let proxymanLog = CaptureFormat(
        "proxymanlog", proxymanTitle,
        .members(
            isContainer: { names in names.contains { isProxymanMember($0) } },
            open: { members, context in
                MemberExchanges(of: members.names.filter { isProxymanMember($0) }, context) {
                    (name, place) throws(CaptureError) in
                    [.exchange(try exchange(in: try members.source(of: name), at: place, context))]
                }
            }))

    /// The file is a session of Proxyman (`.proxymansessionv2`): a zip with one object that has all exchanges.
    package static let proxymanSession = CaptureFormat(
        "proxymansession", proxymanTitle,
        .members(
            isContainer: { $0.contains(proxymanStorage) },
            open: { members, context in
                MemberStream(of: proxymanStorage, in: members, context) { source in
                    JSONExchangeCapture(
                        ByteReader(source), context, title: proxymanTitle, at: .members, .proxyman)
                }
            }))

    private static let proxymanTitle = "a capture of Proxyman"
    private static let proxymanStorage = "SharedFlowStorage"

    /// Reads the exchange that is all of a member.
    private static func exchange(
        in member: any ByteSource, at place: MessageSource, _ context: CaptureContext
    ) throws(CaptureError) -> HTTPExchange {
        do throws(CaptureError) {
            var json = JSONStream(ByteReader(member))
            guard let flow = try json.element(limit: context.limit) else {
                throw CaptureError(.inputTooLarge)
            }
            guard
                let exchange = JSONExchangeMap.proxyman.exchange(
                    in: flow, at: place, with: context.bodies)
            else { throw CaptureError(.invalidCapture, detail: proxymanTitle) }
            // Everything after the object, and the checksum, is checked.
            guard try json.next() == nil else { throw json.failure }
            return exchange
        } catch {
            throw error.inStructure(of: proxymanTitle)
        }
    }

    /// Returns whether a name is `request_<number>_<identifier>`.
    private static func isProxymanMember(_ name: String) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "request" && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy(\.isDigit) && !parts[2].isEmpty && !name.contains("/")
    }
}
