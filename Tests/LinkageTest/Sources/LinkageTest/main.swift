import PayloadCoding
import SAMLBindings
import XMLCore

// Uses something of every module, so that the linker has to keep them.
let payload = PayloadEncoder().payload(encoding: Array("<a>\n  <b>text</b>\n</a>".utf8))
let captured = CapturedMessage(bytes: payload.bytes)
let envelope = try EnvelopeDecoder().envelope(from: captured)
let document = try XML.Document(parsing: envelope.xml)
let form = try document.canonicalForm(using: XML.CanonicalizationMethod(.exclusive))
print(String(decoding: form.bytes, as: UTF8.self))
