import Foundation
import FuzzSupport
import PayloadCoding
import SAMLBindings
@_spi(Fuzzing) import XMLCore

// Properties: encoding can be undone to the byte, the decoder takes nothing that the encoder does
// not write, the cookbook's form is Foundation's, and signature-safe normalization changes no
// canonical form. What comes out of an envelope costs no more to read than its own size allows.

let envelopeDecoder = EnvelopeDecoder(
    limits: EnvelopeDecoder.Limits(byteCount: 1 << 20, inflatedByteCount: 1 << 20))
let payloadDecoder = PayloadDecoder()

/// The snippet that Adobe Pass publishes for apps, one call after the other.
func published(_ message: String) -> String {
    message.replacingOccurrences(of: "[ \\t]+", with: " ", options: .regularExpression)
        .components(separatedBy: .newlines).joined()
        .trimmingCharacters(in: .whitespacesAndNewlines)
}

func checkRoundTrip(_ bytes: [UInt8]) {
    for normalization in Normalization.allCases {
        let payload = PayloadEncoder(normalization: normalization).payload(encoding: bytes)
        guard (try? payloadDecoder.message(decoding: payload.bytes)) == payload.normalized else {
            Fuzzing.fail("\(normalization): the payload does not decode to what was encoded")
        }
        let isText = String(validating: bytes, as: UTF8.self) != nil
        guard payload.isRepaired == !isText else {
            Fuzzing.fail("\(normalization): isRepaired is \(payload.isRepaired)")
        }
        switch normalization {
        case .none:
            if isText, payload.normalized != bytes { Fuzzing.fail("none changes something") }
        case .cookbook:
            // Foundation is the slow one, and length adds nothing to what can differ.
            if bytes.count > 1024 { continue }
            let expected = published(String(decoding: bytes, as: UTF8.self))
            guard payload.normalized == Array(expected.utf8) else {
                Fuzzing.fail("the cookbook's form is another one than Foundation's")
            }
        case .signatureSafe:
            if isText { checkCanonicalForm(of: payload.normalized, from: bytes) }
        }
    }
}

func checkCanonicalForm(of normalized: [UInt8], from bytes: [UInt8]) {
    // What says that it is in another encoding is none of this check's business.
    guard let before = try? XML.Document(parsing: bytes), before.utf8 == bytes else { return }
    guard let after = try? XML.Document(parsing: normalized) else {
        Fuzzing.fail("signature-safe: the message cannot be read any more")
    }
    let method = XML.CanonicalizationMethod(.canonicalXML10, withComments: true)
    guard let form = try? before.canonicalForm(using: method) else { return }
    guard (try? after.canonicalForm(using: method))?.bytes == form.bytes else {
        Fuzzing.fail("signature-safe: the canonical form is another one")
    }
}

func checkDecoding(_ bytes: [UInt8]) {
    if let message = try? payloadDecoder.message(decoding: bytes),
        String(validating: message, as: UTF8.self) != nil
    {
        let payload = PayloadEncoder(normalization: .none).payload(encoding: message)
        guard payload.bytes == bytes || Base64.encoding(message) == bytes else {
            Fuzzing.fail("the decoder takes what the encoder does not write")
        }
    }
    guard let envelope = try? envelopeDecoder.envelope(from: CapturedMessage(bytes: bytes))
    else { return }
    guard let first = envelope.xml.first(where: { $0 > 0x20 && $0 != 0xEF }),
        [0x3C, 0xFE, 0xFF, 0xBB].contains(first)
    else { Fuzzing.fail("what comes out of an envelope does not begin like XML") }
    let reading = XML.Work.measuring { try? XML.Document(parsing: envelope.xml) }
    Fuzzing.expect(reading.work.total, forByteCount: envelope.xml.count, "reading what was packed")
    // The message in its plainest packing is the same message.
    guard envelope.xml.first == UInt8(ascii: "<") else { return }
    let packed = CapturedMessage(bytes: Base64.encoding(envelope.xml))
    guard (try? envelopeDecoder.envelope(from: packed))?.xml == envelope.xml else {
        Fuzzing.fail("a message packed again is another one")
    }
}

let status = Fuzzing.run { bytes in
    checkRoundTrip(bytes)
    checkDecoding(bytes)
}
exit(status)
