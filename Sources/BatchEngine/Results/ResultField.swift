internal import ProfileProcessing

/// A field of a saved record that a report needs.
enum ResultField: String, CaseIterable {
    case schema
    case index
    case file = "source.file"
    case entry = "source.entry"
    case line = "source.line"
    case time = "source.time"
    case host = "source.host"
    case alsoAt = "source.alsoAt"
    case kind
    case outcome
    case reasons
    case notes
    case id = "response.id"
    case inResponseTo = "response.inResponseTo"
    case issueInstant = "response.issueInstant"
    case destination = "response.destination"
    case assertionConsumerServiceURL = "response.assertionConsumerServiceURL"
    case issuer
    case verdict = "signature.verdict"
    case signatureMethod = "signature.signatureMethod"
    case digestMethod = "signature.digestMethod"
    case keySHA256 = "signature.keySHA256"
    case encryptionMethods = "encryption.methods"
    case keyTransports = "encryption.keyTransports"
    case notBefore = "conditions.notBefore"
    case notOnOrAfter = "conditions.notOnOrAfter"
    case audiences = "conditions.audiences"
    case nameID = "nameID.value"
    case attributes
    case otherAttributes
    case encrypted
    case claimed
    case missing
    case preservesSignature = "normalization.preservesSignature"
    case warnings = "normalization.warnings"
    case byteCount = "bytes"
    case isRedacted = "redacted"
}
