import Captures
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Everything that every rung of the ladder gives for a message: values, parts of values, errors.
struct LadderOutput {
    private(set) var values: [Any] = []

    private mutating func note(_ body: () throws -> Any) {
        do {
            values.append(try body())
        } catch {
            values.append(error)
        }
    }

    /// Climbs the ladder with bytes, once for each set of trusted keys.
    init(of bytes: [UInt8], trusting stores: [SAML.TrustStore]) {
        let captured = CapturedMessage(bytes: bytes)
        values.append(captured)
        note { try EnvelopeDecoder().envelope(from: captured) }
        for normalization in Normalization.allCases {
            values.append(PayloadEncoder(normalization: normalization).payload(encoding: bytes))
        }
        note { try PayloadDecoder().message(decoding: bytes).count }
        noteDocument(bytes, stores)
        for trust in [nil] + stores { noteRecord(of: captured, trust) }
    }

    private mutating func noteDocument(_ bytes: [UInt8], _ stores: [SAML.TrustStore]) {
        let document: XML.Document
        do {
            document = try XML.Document(parsing: bytes)
        } catch {
            return values.append(error)
        }
        let root = document.rootElement
        values += [document, root, root.childElements]
        values += root.attributes.map { $0 as Any }
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            note { try document.canonicalForm(using: .init(algorithm)) }
        }
        note { try document.canonicalForm(using: .init(.exclusive), limits: .init(byteCount: 9)) }
        note { try document.canonicalForm(ofNodesSelectedBy: "//[", using: .init(.exclusive)) }
        note { try SAML.Metadata(root) }
        do {
            note(try SAML.Message(unverified: root))
        } catch {
            values.append(error)
        }
        for trust in stores { noteVerified(document, trust) }
    }

    private mutating func noteVerified(_ document: XML.Document, _ trust: SAML.TrustStore) {
        let verifier = SAML.MessageVerifier(trusting: trust)
        do {
            let verified = try verifier.verifiedResponse(in: document)
            values.append(verified)
            for part in verified.verifiedAssertions {
                values += [part, part.element, part.key]
                if let info = part.signedInfo { values += [info, info.reference] as [Any] }
            }
            note(.response(verified.claims.unverified))
        } catch {
            values.append(error)
        }
        note { try verifier.verifiedQuery(in: document) }
    }

    private mutating func noteRecord(of captured: CapturedMessage, _ trust: SAML.TrustStore?) {
        let context = SAML.ProcessingContext(
            now: SAML.Instant(parsing: ResponseFixture.now), audience: "https://sp.example/other",
            issuer: "https://idp.example/other", recipient: "https://sp.example/other",
            inResponseTo: "_other", profile: .webSSO)
        let processor = ProfileProcessor(
            options: ProfileProcessor.Options(
                context: context, requiredAttributes: ["uid", "absent"], includesPayload: true,
                trust: trust))
        let record = processor.record(of: captured)
        values += [record, record.signature, record.conditions, record.reasons]
        for content in [record.verified, record.claimed?.unverified].compactMap(\.self) {
            values += [content, content.attributes]
            values += ([content.message, content.nameID] as [Any?]).compactMap(\.self)
        }
        values += ([record.claimed, record.normalization] as [Any?]).compactMap(\.self)
        values += record.reasons.map { $0.message as Any }
    }

    /// Notes a message and its parts, which its own mirror does not lead to.
    private mutating func note(_ message: SAML.Message) {
        values.append(message)
        switch message {
        case .response(let response):
            values.append(response)
            if let status = response.status {
                values.append(status)
                if let code = status.code { values.append(code) }
            }
            for assertion in response.assertions { note(assertion) }
        case .attributeQuery(let query):
            values.append(query)
            values += query.requestedAttributes.map { $0 as Any }
        }
    }

    private mutating func note(_ assertion: SAML.Assertion) {
        values.append(assertion)
        if let subject = assertion.subject {
            values.append(subject)
            if let nameID = subject.nameID { values.append(nameID) }
            for confirmation in subject.confirmations {
                values.append(confirmation)
                if let data = confirmation.data { values.append(data) }
            }
        }
        if let conditions = assertion.conditions { values.append(conditions) }
        values += assertion.authnStatements.map { $0 as Any }
        values += assertion.attributeStatements.map { $0 as Any }
        for attribute in assertion.attributes {
            values.append(attribute)
            values += attribute.values.flatMap { [$0, $0.content] as [Any] }
        }
        values.append(SAML.AttributeSelection(all: assertion.attributes))
        let selection = SAML.AttributeSelection(
            requiring: ["uid", "NameID"], from: assertion.attributes,
            nameID: assertion.subject?.nameID)
        values.append(selection)
        values += selection.items.map { $0 as Any }
    }
}
