@_spi(Fuzzing) import BatchEngine
import Foundation
import FuzzSupport
import ProfileProcessing
@_spi(Fuzzing) import SAML2
import SAMLBindings
@_spi(Fuzzing) import XMLCore
import XMLSecurity

// Properties: whatever is accepted was signed by somebody who is trusted. Its canonical bytes are
// those of a sample, and nothing is read that these do not say. A record costs no more than the size
// of its message allows, output included.

let genuine = try Genuine()
let processor = ProfileProcessor(
    trust: genuine.trust, audience: "https://saml.sp.auth.adobe.com", expecting: .answerToAnyQuery,
    now: SAML.Instant(secondsSinceEpoch: 1_768_478_400), policy: .legacySHA1)

/// What the whole ladder makes of it, where the message needs no unpacking.
func checkRecord(of bytes: [UInt8], isVerified: Bool) {
    let (record, work) = XML.Work.measuring {
        let record = processor.record(of: CapturedMessage(bytes: bytes))
        var output: [UInt8] = []
        record.appendLine(to: &output)
        return record
    }
    // The message is read, canonicalized for each signature, and what was signed is read again.
    Fuzzing.expect(work.total, forByteCount: bytes.count, times: 16, "a record")
    if record.signature.verdict == .valid, !isVerified {
        Fuzzing.fail("a record is verified and its message is not")
    }
    // Without a verdict nothing stands as if it were verified: not a name, not a value. What is claimed says that it is.
    guard record.signature.verdict != .valid, record.kind == .response else { return }
    if record.encrypted.contains(.assertion) { return }
    let attributes = record.verified.attributes
    if record.verified.nameID != nil || attributes.contains(where: { !$0.values.isEmpty }) {
        Fuzzing.fail("a record without verification has content")
    }
}

let status = Fuzzing.run { bytes in
    guard let document = try? XML.Document(parsing: bytes) else { return }
    let finding = genuine.ladder.finding(in: document)
    if let finding { genuine.expect(finding) }
    checkRecord(of: bytes, isVerified: finding != nil)
}
exit(status)
