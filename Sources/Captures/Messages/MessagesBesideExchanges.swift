internal import SAMLBindings
internal import WireText

extension [CaptureStep] {
    /// Returns exchanges and, after them, those of these messages that are not in the exchanges.
    ///
    /// - Parameter exchanges: The exchanges of the entry that the messages were found in; without any, the steps stay.
    /// - Returns: The steps.
    func beside(_ exchanges: [HTTPExchange]) -> [CaptureStep] {
        guard !exchanges.isEmpty else { return self }
        let steps = exchanges.map { CaptureStep.exchange($0) }
        let hasMessages = contains { if case .passedOver = $0 { false } else { true } }
        guard hasMessages else { return steps }
        var known: Set<[UInt8]> = []
        var failures: Set<CaptureError.Code> = []
        for message in exchanges.lazy.flatMap({ $0.messages() }) {
            switch message.content {
            case .success(let bytes): known.insert(Self.content(of: bytes))
            case .failure(let error): failures.insert(error.code)
            }
        }
        return steps
            + filter { step in
                guard case .entry(let entry) = step else { return false }
                let record = CapturedRecord(
                    index: 0, source: entry.source, content: entry.content)
                do throws(CaptureError) {
                    return !known.contains(Self.content(of: try record.message().bytes))
                } catch {
                    return !failures.contains(error.code)
                }
            }
    }

    /// The XML of a message; of one that cannot be unpacked, the bytes without a form around them.
    private static func content(of message: [UInt8]) -> [UInt8] {
        if let xml = message.unpackedXML { return xml }
        guard
            let name = SAMLParameter.messages.first(where: { message.starts(with: "\($0)=".utf8) })
        else { return message }
        let value = message.dropFirst(name.utf8.count + 1).prefix { $0 != UInt8(ascii: "&") }
        return PercentEscape.undone(in: value)
    }
}
