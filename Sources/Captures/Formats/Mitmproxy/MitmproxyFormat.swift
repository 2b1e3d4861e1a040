internal import WireText

extension CaptureFormat {
    /// The file is a sequence of mitmproxy's flows, as `mitmdump -w` writes them.
    package static let mitmproxy = CaptureFormat(
        "mitmproxy", "mitmproxy flows",
        .content(
            isBeginning: { head in
                ["mitm", "flow", "flows"].contains(head.fileExtension) && head.beginsTnetstring
                    || head.beginsFlow
            }, open: { MitmproxyCapture($0, $1) }))
}

extension CaptureHead {
    fileprivate var beginsTnetstring: Bool {
        if case .length = Tnetstring.announcement(in: text) { true } else { false }
    }

    /// A Boolean value that indicates whether a dictionary begins whose first name is one of a flow.
    fileprivate var beginsFlow: Bool {
        guard case .length(_, let prefixCount) = Tnetstring.announcement(in: text) else {
            return false
        }
        var rest = text.dropFirst(prefixCount)
        guard let name = Tnetstring(takenFrom: &rest)?.text else { return false }
        return Self.namesOfFlows.contains(name)
    }

    private static let namesOfFlows: Set<String> = [
        "backup", "client_conn", "comment", "error", "id", "intercepted", "is_replay", "marked",
        "messages", "metadata", "mode", "request", "response", "server_conn",
        "timestamp_created", "type", "version", "websocket",
    ]
}
