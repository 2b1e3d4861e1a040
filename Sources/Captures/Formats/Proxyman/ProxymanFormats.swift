internal import WireText

extension CaptureFormat {
    /// The file is a log of Proxyman (`.proxymanlogv2`): a zip with a member for each exchange.
    package static let proxymanLog = CaptureFormat(
        "proxymanlog", proxymanTitle,
        .members(
            isContainer: { names in names.contains { isProxymanMember($0) } },
            open: { members, context in
                ProxymanLog(members, members.names.filter { isProxymanMember($0) }, context)
            }))

    /// The file is a session of Proxyman (`.proxymansessionv2`): a zip with one object that has all exchanges.
    package static let proxymanSession = CaptureFormat(
        "proxymansession", proxymanTitle,
        .members(
            isContainer: { $0.contains(proxymanStorage) },
            open: { members, context in
                MemberStream(of: proxymanStorage, in: members, context) { source in
                    JSONExchangeCapture(
                        ByteReader(source), context, title: proxymanTitle, at: .members
                    ) { flow, place in
                        ProxymanFlow(flow, at: place, with: context.bodies)
                            .map { [.exchange($0.exchange)] }
                    }
                }
            }))

    static let proxymanTitle = "a capture of Proxyman"
    private static let proxymanStorage = "SharedFlowStorage"

    /// Returns whether a name is `request_<number>_<identifier>`.
    private static func isProxymanMember(_ name: String) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "request" && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy(\.isDigit) && !parts[2].isEmpty && !name.contains("/")
    }
}
