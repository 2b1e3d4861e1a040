internal import WireText

/// The hypotheses about addresses that a proxy rewrote.
///
/// The host that was there is usually still in another address of the message.
struct AddressHypotheses {
    private let bytes: [UInt8]
    private let origins: [Range<Int>]

    private static let mostOrigins = 32
    private static let mostDifferent = 8

    init(message: ReceivedMessage) {
        bytes = message.referenceBytes
        var found: [Range<Int>] = []
        for scheme in ["http://", "https://"] {
            let pattern = Array(scheme.utf8)
            var start = 0
            while found.count < Self.mostOrigins,
                let offset = bytes.firstOffset(of: pattern, from: start)
            {
                let end = bytes[(offset + pattern.count)...].firstIndex(where: Self.endsOrigin)
                start = end ?? bytes.count
                found.append(offset..<start)
            }
        }
        let namespaces = ["www.w3.org", "schemas.", "docs.oasis"].map { Array($0.utf8) }
        origins = found.sorted { $0.lowerBound < $1.lowerBound }.filter { [bytes] range in
            !namespaces.contains { Array(bytes[range]).holds($0) }
        }
    }

    private static func endsOrigin(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: "?"), 0x20, 0x0A]
            .contains(byte)
    }

    var trials: [HypothesisTrial] {
        var different: [[UInt8]] = []
        for range in origins where !different.contains(Array(bytes[range])) {
            different.append(Array(bytes[range]))
        }
        different = Array(different.prefix(Self.mostDifferent))
        let candidates = different + different.flatMap(Self.variants)
        var trials = slashes
        for received in different {
            let places = origins.filter { bytes[$0].elementsEqual(received) }
            for original in candidates where original != received {
                trials.append(trial(places, original))
                if places.count > 1 { trials += places.map { trial([$0], original) } }
            }
        }
        return trials
    }

    /// Addresses with a slash at the end that they lack, or without one that they have, one at a time.
    private var slashes: [HypothesisTrial] {
        let ends = origins.compactMap { origin in
            bytes[origin.upperBound...].firstIndex {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<")
            }
        }
        let lacking = ends.filter { bytes[$0 - 1] != UInt8(ascii: "/") }
        let having = ends.filter { bytes[$0 - 1] == UInt8(ascii: "/") }
        let edits =
            lacking.map { (range: $0..<$0, replacement: [UInt8(ascii: "/")]) }
            + having.map { (range: ($0 - 1)..<$0, replacement: []) }
        return edits.map { edit in
            HypothesisTrial(.hostReplaced, "a slash at the end of an address", of: bytes) { [edit] }
        }
    }

    /// The same address with the other scheme, or without a port, or with a name of its host that is as good.
    private static func variants(_ origin: [UInt8]) -> [[UInt8]] {
        let text = String(decoding: origin, as: UTF8.self)
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return [] }
        let other = parts[0] == "http" ? "https" : "http"
        return [
            "\(other):\(parts[1])", "\(parts[0]):\(parts[1])", "\(text):443", "\(text):8443",
            "\(text):80", "\(text):8080", text.lowercased(),
            text.replacing("//www.", with: "//", maxReplacements: 1),
            text.replacing("//", with: "//www.", maxReplacements: 1),
        ].filter { $0 != text }.map { Array($0.utf8) }
    }

    private func trial(_ places: [Range<Int>], _ original: [UInt8]) -> HypothesisTrial {
        HypothesisTrial(
            .hostReplaced, "another address in the message put back", of: bytes
        ) { places.map { ($0, original) } }
    }
}
