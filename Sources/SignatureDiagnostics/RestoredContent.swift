internal import WireText

extension SignatureExplanation {
    /// Returns a message in which what differs from the signed content is as it was signed.
    ///
    /// A hypothesis about values restores digested bytes alone. The differing part is put back with the tags or quotation
    /// marks around it; whether that made the message valid, its verification shows.
    ///
    /// - Parameter xml: The message as it was received.
    /// - Returns: The message; `nil` where nothing differs, or the differing part does not stand in it exactly once.
    package func restoringContent(in xml: [UInt8]) -> [UInt8]? {
        guard let received = reference?.bytes, let signed = reference?.originalBytes,
            received != signed
        else { return nil }
        let head = zip(received, signed).prefix(while: ==).count
        let tail = zip(received[head...].reversed(), signed[head...].reversed())
            .prefix(while: ==).count
        let start = received[..<head].lastIndex(where: Self.delimits) ?? head
        let rest = received[(received.count - tail)...]
        let kept = rest.firstIndex(where: Self.delimits).map { rest.endIndex - $0 - 1 } ?? tail
        let part = Array(received[start..<(received.count - kept)])
        guard let place = xml.firstOffset(of: part, from: 0),
            xml.firstOffset(of: part, from: place + 1) == nil
        else { return nil }
        let original = signed[start..<(signed.count - kept)]
        return Array(xml[..<place] + original + xml[(place + part.count)...])
    }

    private static func delimits(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
    }
}
