internal import PayloadCoding
internal import SAMLBindings
internal import WireText

/// Packs a message as another one was packed.
struct MessagePacking {
    /// The message as it was captured.
    let captured: [UInt8]
    /// The envelope that it was unpacked to.
    let envelope: MessageEnvelope

    private static let textSteps: Set<MessageEnvelope.Step> = [.jsonEscapes, .htmlEscapes, .quotes]
    private static let wrapping: Set<MessageEnvelope.Step> = [
        .soap, .artifactResponse, .whiteSpace,
    ]

    /// Returns a message in the same packing; `nil` where that cannot be done again.
    ///
    /// - Parameters:
    ///   - xml: The document that goes into it, in the encoding of the one that came out.
    ///   - scrubber: Replaces what else the packing holds.
    /// - Returns: The message, or `nil`.
    func packing(_ xml: [UInt8], _ scrubber: inout MessageScrubber) -> [UInt8]? {
        let steps = envelope.steps.filter { !Self.wrapping.contains($0) }
        if captured == envelope.xml { return xml }
        if steps.allSatisfy(Self.textSteps.contains) { return escaping(xml, &scrubber) }
        guard !steps.contains(where: Self.textSteps.contains) else { return nil }
        var bytes = xml
        var isForm = false
        for step in steps.reversed() {
            switch step {
            case .deflate: bytes = Self.stored(bytes)
            case .gzip: bytes = Self.gzip(bytes)
            case .zlib: bytes = Self.zlib(bytes)
            case .hexadecimal: bytes = Array(Hexadecimal.text(bytes).utf8)
            case .bytesLiteral: bytes = BytesLiteral.encoding(bytes)
            case .base64: bytes = wrapped(Base64.encoding(bytes))
            case .base64URL: bytes = Base64URL.digits(ofStandard: Base64.encoding(bytes))
            case .spacesForPlus:
                guard bytes.contains(UInt8(ascii: "+")) else { return nil }
                bytes = bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
            case .percentEncoding: bytes = percentEncoded(bytes)
            case .form: isForm = true
            default: return nil
            }
        }
        guard isForm else { return bytes }
        let isRaw = steps.contains(.spacesForPlus)
        let name = envelope.parameter?.rawValue ?? "SAMLResponse"
        var form = Array("\(name)=".utf8) + (isRaw ? bytes : percentEncoded(bytes))
        if let state = envelope.relayState {
            form += "&RelayState=".utf8
            form += percentEncoded(Array(scrubber.value(state, of: "RelayState").utf8))
        }
        return form
    }

    /// Returns the document with the escapes that the captured one has.
    private func escaping(_ xml: [UInt8], _ scrubber: inout MessageScrubber) -> [UInt8]? {
        var copy = scrubber
        let replay = ByteReplay(from: envelope.xml, to: captured)
        let bytes = replay.edits(on: xml) { copy.added($0, for: $1, $2) }
        scrubber = copy
        return bytes
    }

    private func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
        let isSmall = captured.indices.dropLast(2).contains { index in
            captured[index] == UInt8(ascii: "%") && (0x61...0x66).contains(captured[index + 2])
        }
        return PercentEscape.bytes(bytes, small: isSmall)
    }

    /// Returns Base64 in lines as long as the captured ones.
    private func wrapped(_ digits: [UInt8]) -> [UInt8] {
        let text = captured.drop { $0 <= 0x20 }
        guard envelope.steps.first == .base64, let end = text.firstIndex(of: 0x0A) else {
            return digits
        }
        let line = text[..<end]
        let hasReturn = line.last == 0x0D
        let width = line.count - (hasReturn ? 1 : 0)
        guard width > 0 else { return digits }
        var output: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            output += rest.prefix(width)
            rest = rest.dropFirst(width)
            if !rest.isEmpty || captured.last == 0x0A {
                output += hasReturn ? [0x0D, 0x0A] : [0x0A]
            }
        }
        return output
    }

    /// Returns bytes as DEFLATE (RFC 1951, section 3.2.4) that compresses nothing.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            output.append(rest.isEmpty ? 1 : 0)
            for value in [count, ~count] { output += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            output += block
        } while !rest.isEmpty
        return output
    }
}

extension MessagePacking {
    /// Returns bytes in gzip (RFC 1952), without a name and a time.
    fileprivate static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + stored(bytes)
            + StoredZip.bytes(Checksum.crc32(of: bytes))
            + StoredZip.bytes(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Returns bytes in zlib's format (RFC 1950).
    fileprivate static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + stored(bytes) + StoredZip.bytes(Checksum.adler32(of: bytes).byteSwapped)
    }
}

/// Text in the encoding of some other text.
enum TextEncoding {
    /// Returns UTF-8 text in the encoding, and with the byte order mark, that a document has.
    static func encoding(_ utf8: [UInt8], like document: [UInt8]) -> [UInt8] {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return [0xEF, 0xBB, 0xBF] + utf8 }
        return WideText(of: document)?.encoding(utf8) ?? utf8
    }
}
