import Foundation
import FuzzSupport
@_spi(Fuzzing) import SAML2
@_spi(Fuzzing) import XMLCore

// Properties: whatever is read, both canonicalization engines write the same bytes or both refuse
// (libxml2 alone refuses some namespace names with "&"), and what they write reads back to the same
// bytes; reading and each form cost no more than the size
// of the input allows.

/// Fewer namespaces than usual: the reference takes time that grows with their cube.
let limits = XML.ParsingLimits(namespacesInScope: 24)

let methods: [XML.CanonicalizationMethod] = {
    let lists: [XML.InclusiveNamespaces?] = [
        nil, .init(prefixList: ["#default"]), .init(prefixList: ["a", "saml", "xs", "#default"]),
    ]
    return XML.CanonicalizationMethod.Algorithm.allCases.flatMap { algorithm in
        [false, true].flatMap { withComments in
            lists.prefix(algorithm == .exclusive ? lists.count : 1).map {
                XML.CanonicalizationMethod(
                    algorithm, withComments: withComments, inclusiveNamespaces: $0)
            }
        }
    }
}()

func elements(of element: XML.Element) -> [XML.Element] {
    [element] + element.childElements.flatMap { elements(of: $0) }
}

func expectAgreement(
    _ name: String, of document: XML.Document, _ forms: XML.EngineComparison
) -> XML.CanonicalForm? {
    switch (forms.linear, forms.libxml2) {
    case (.success(let linear), .success(let reference)):
        guard linear.bytes == reference.bytes else {
            Fuzzing.fail(
                """
                \(name)
                linear:  \(String(decoding: linear.bytes, as: UTF8.self))
                libxml2: \(String(decoding: reference.bytes, as: UTF8.self))
                """)
        }
        return linear
    case (.failure, .failure): return nil
    case (.success(let linear), .failure(let error)):
        if error.code == .failed, document.hasNamesThatLibxml2Refuses { return linear }
        Fuzzing.fail("\(name): libxml2 alone says \(error)")
    case (.failure(let error), .success): Fuzzing.fail("\(name): linear alone says \(error)")
    }
}

/// Whether what is read of a document fits together.
func checkReading(_ document: XML.Document) {
    for element in elements(of: document.rootElement) {
        _ = element.attributes
        _ = element.textContent
        _ = element.position
    }
    if !document.identifiersLeadBack { Fuzzing.fail("an ID leads to another element") }
    _ = SAML.Ladder.claims(in: document)
    _ = SAML.Ladder.query(in: document)
}

/// Ends the run unless the forms of the document cost little enough.
func checkWork(of document: XML.Document, byteCount: Int) {
    for method in [methods[0], XML.CanonicalizationMethod(.exclusive)] {
        let form = XML.Work.measuring { try? document.canonicalForm(using: method) }
        Fuzzing.expect(form.work.total, forByteCount: byteCount, times: 4, "\(method)")
    }
}

let status = Fuzzing.run { bytes in
    let reading = XML.Work.measuring { try? XML.Document(parsing: bytes, limits: limits) }
    Fuzzing.expect(reading.work.total, forByteCount: bytes.count, "reading")
    guard let document = reading.value else { return }
    checkReading(document)
    checkWork(of: document, byteCount: bytes.count)
    let choice = Int(bytes.fingerprint >> 8 & 0xFFFF)
    let method = methods[choice % methods.count]
    let whole = expectAgreement(
        "document, \(method)", of: document, XML.EngineComparison(document, using: method))
    if let whole {
        // Canonical bytes need not be namespace-well-formed by themselves only where they are a
        // part; of a whole document they are what they were made from.
        guard let reread = try? XML.Document(parsing: whole.bytes, limits: limits) else {
            Fuzzing.fail("the canonical form of a document cannot be read")
        }
        let again = try? reread.canonicalForm(using: method)
        guard again?.bytes == whole.bytes else {
            Fuzzing.fail("the canonical form has another canonical form")
        }
    }
    let all = elements(of: document.rootElement)
    let element = all[choice / methods.count % all.count]
    let inside = elements(of: element).dropFirst()
    let excluded = inside.isEmpty ? nil : inside[inside.startIndex + choice % inside.count]
    for excluded in [nil, excluded] {
        _ = expectAgreement(
            "element, \(method), excluding \(excluded != nil)", of: document,
            XML.EngineComparison(element, excluding: excluded, using: method))
    }
}
exit(status)
