import Foundation
import FuzzSupport
@_spi(Fuzzing) import XMLCore

// Properties: the reader of canonical forms reads what the linear engine writes of any element of any
// document, node for node as libxml2 reads it, and at a cost that the size of the form allows.

let methods: [XML.CanonicalizationMethod] = {
    let list = XML.InclusiveNamespaces(prefixList: ["a", "saml", "xs", "#default"])
    return [false, true].flatMap { withComments in
        XML.CanonicalizationMethod.Algorithm.allCases.map {
            XML.CanonicalizationMethod($0, withComments: withComments)
        } + [
            XML.CanonicalizationMethod(
                .exclusive, withComments: withComments, inclusiveNamespaces: list)
        ]
    }
}()

func elements(of element: XML.Element) -> [XML.Element] {
    [element] + element.childElements.flatMap { elements(of: $0) }
}

let status = Fuzzing.run { bytes in
    guard let document = try? XML.Document(parsing: bytes) else { return }
    let choice = Int(bytes.fingerprint >> 8 & 0xFFFF)
    let all = elements(of: document.rootElement)
    let chosen = all[choice % all.count]
    let inside = elements(of: chosen).dropFirst()
    let excluded = inside.isEmpty ? nil : inside[inside.startIndex + choice % inside.count]
    for method in methods {
        for (element, excluded) in [(all[0], nil), (chosen, nil), (chosen, excluded)] {
            let comparison = XML.ReadingComparison(element, excluding: excluded, using: method)
            if let difference = comparison.difference {
                Fuzzing.fail("\(method), excluding \(excluded != nil): \(difference)")
            }
        }
    }
}
exit(status)
