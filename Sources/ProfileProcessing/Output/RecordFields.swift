internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
package import WireText
internal import XMLCore

extension ProfileRecord {
    /// The description of every field, in the order in which they are written.
    package static let columns = RecordColumns.columns { blank.tellFields(to: &$0) }

    private static let blank = ProfileRecord(index: 0, source: MessageSource(), byteCount: 0)

    /// The values of all fields, each at the place of its column; `nil` where one is absent.
    package var values: [JSONValue?] {
        var visitor = RecordValues()
        tellFields(to: &visitor)
        return visitor.values
    }

    /// Tells every field; those of one group stand together.
    func tellFields(to visitor: inout some RecordVisitor) {
        tellOrigin(to: &visitor)
        verified.tellIdentity(to: &visitor, isClaimed: false)
        tellTrust(to: &visitor)
        verified.tellSubject(to: &visitor)
        visitor.visit(
            "claimed", .json, Optional.some(claimed.map { RecordClaims(content: $0.unverified) }))
        visitor.visit("missing", .json, missing)
        visitor.visitGroup("normalization") {
            $0.visit("mode", .text, normalization?.mode.rawValue)
            $0.visit("preservesSignature", .boolean, normalization.map { $0.preservesSignature })
            $0.visit("warnings", .json, normalization?.warnings.map(\.rawValue))
        }
        visitor.visit("payload", .text, payload.map { JSONValue.plain($0) })
        visitor.visit("bytes", .integer, byteCount)
        visitor.visit("redacted", .boolean, isRedacted)
    }

    private func tellOrigin(to visitor: inout some RecordVisitor) {
        visitor.visit("schema", .integer, Self.schemaVersion)
        visitor.visit("index", .integer, index)
        visitor.visitGroup("source") {
            $0.visit("file", source.file)
            $0.visit("entry", .integer, source.entry)
            $0.visit("line", .integer, source.line)
            $0.visit("time", .text, source.time)
            $0.visit("host", .text, source.host)
            $0.visit("part", .text, source.part?.rawValue)
            $0.visit("alsoAt", .json, source.alsoAt.isEmpty ? nil : source.alsoAt)
        }
        visitor.visit("kind", kind?.rawValue)
        visitor.visit("outcome", outcome.rawValue)
        visitor.visit("count", .integer, entryCount)
        visitor.visit("reasons", .json, reasons)
        visitor.visit("notes", .json, notes.isEmpty ? nil : notes)
        visitor.visit("envelope", .json, envelope.map(\.rawValue))
    }

    private func tellTrust(to visitor: inout some RecordVisitor) {
        visitor.visitGroup("signature") {
            $0.visit("verdict", signature.verdict.rawValue)
            $0.visit("signed", .json, signature.signed.map(\.rawValue))
            $0.visit("signatureMethod", signature.signatureMethod)
            $0.visit("digestMethod", signature.digestMethod)
            $0.visit("canonicalization", signature.canonicalization)
            $0.visit("keySHA256", signature.keySHA256)
        }
        visitor.visit("encrypted", .json, encrypted.map(\.rawValue))
        visitor.visitGroup("encryption") {
            $0.visit("methods", .json, encryption?.methods)
            $0.visit("keyTransports", .json, encryption?.keyTransports)
            $0.visit("orders", .json, encryption?.orders.map(\.rawValue))
        }
        visitor.visitGroup("conditions") {
            $0.visit("verdict", conditions.verdict.rawValue)
            $0.visit("checked", .json, conditions.checked.map(\.rawValue))
            $0.visit("now", .text, conditions.now?.rawValue)
            verified.tellConditions(to: &$0)
        }
    }
}

extension MessageContent {
    /// The description of every field that `claimed` can have.
    package static let columns = RecordColumns.columns { MessageContent().tellFields(to: &$0) }

    /// Tells every field of what a message claims.
    func tellFields(to visitor: inout some RecordVisitor) {
        tellIdentity(to: &visitor, isClaimed: true)
        visitor.visitGroup("conditions") { tellConditions(to: &$0) }
        tellSubject(to: &visitor)
    }

    /// Tells what identifies the message.
    ///
    /// What is claimed alone has the address for an answer and the provider's words on a failure, so that tables keep
    /// their columns.
    fileprivate func tellIdentity(to visitor: inout some RecordVisitor, isClaimed: Bool) {
        visitor.visitGroup("response") {
            $0.visit("id", .text, message.map { $0.id })
            $0.visit("inResponseTo", .text, message.map { $0.inResponseTo })
            $0.visit("issueInstant", .text, message.map { $0.issueInstant?.description })
            $0.visit("destination", .text, message.map { $0.destination })
            $0.visit("status", .text, message.map { $0.status })
            if isClaimed {
                $0.visit("assertionConsumerServiceURL", .text, message?.assertionConsumerServiceURL)
                $0.visit("statusMessage", .text, message?.statusMessage)
            }
        }
        visitor.visit("issuer", issuer)
    }

    fileprivate func tellConditions(to visitor: inout some RecordVisitor) {
        visitor.visit("notBefore", notBefore?.description)
        visitor.visit("notOnOrAfter", notOnOrAfter?.description)
        visitor.visit("audiences", .json, audiences)
    }

    fileprivate func tellSubject(to visitor: inout some RecordVisitor) {
        visitor.visitGroup("nameID") {
            $0.visit("value", .text, nameID.map { $0.value })
            $0.visit("format", .text, nameID.map { $0.format })
            $0.visit("nameQualifier", .text, nameID.map { $0.nameQualifier })
            $0.visit("spNameQualifier", .text, nameID.map { $0.spNameQualifier })
        }
        visitor.visit("attributes", .json, RecordAttributes(items: attributes))
        visitor.visit("otherAttributes", .json, otherAttributes)
    }
}

extension Reason: RecordObject {
    /// The description of every field, in the order of tables.
    package static let columns = ordered(
        RecordColumns.columns { Reason(ReasonCode(rawValue: ""), message: "").tellFields(to: &$0) })

    /// The values of all fields, each at the place of its column; `nil` where one is absent.
    package var values: [JSONValue?] {
        var visitor = RecordValues()
        tellFields(to: &visitor)
        return Self.ordered(visitor.values)
    }

    /// Tables have the likely cause before the two values, and JSON after them.
    private static func ordered<Field>(_ fields: [Field]) -> [Field] {
        var fields = fields
        fields.insert(fields.remove(at: 6), at: 4)
        return fields
    }

    func tellFields(to visitor: inout some RecordVisitor) {
        visitor.visit("code", .text, code.rawValue)
        visitor.visit("message", .text, message)
        visitor.visit("line", .integer, position?.line)
        visitor.visit("column", .integer, position?.column)
        visitor.visit("expected", .text, expected)
        visitor.visit("found", .text, found)
        visitor.visit("likelyCause", .text, likelyCause)
        visitor.visit("sentence", .text, statement)
        visitor.visit("searchedBriefly", .boolean, isSearchedBriefly ? true : nil)
    }
}

extension MessagePlace: RecordObject {
    /// The description of every field.
    package static let columns = RecordColumns.columns { MessagePlace().tellFields(to: &$0) }

    func tellFields(to visitor: inout some RecordVisitor) {
        visitor.visit("entry", .integer, entry)
        visitor.visit("line", .integer, line)
        visitor.visit("part", .text, part?.rawValue)
    }
}
