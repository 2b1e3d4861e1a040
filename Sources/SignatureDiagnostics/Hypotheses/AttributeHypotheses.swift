/// The hypotheses about the XML attributes of elements, and about the order of SAML attributes.
struct AttributeHypotheses {
    let message: ReceivedMessage

    var trials: [HypothesisTrial] { types + added }

    // MARK: Types

    private static let declarations: [(prefix: String, uri: String)] = [
        ("xs", "http://www.w3.org/2001/XMLSchema"), ("xsd", "http://www.w3.org/2001/XMLSchema"),
    ]
    private static let instance =
        " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""

    private var types: [HypothesisTrial] {
        let document = message.document
        let values = document.tokens.indices.filter { index in
            document.tokens[index].kind == .startTag
                && document.isElement(index, named: "AttributeValue")
                && !document.attributes(ofTag: index).contains {
                    document.bytes[$0.name].elementsEqual("xsi:type".utf8)
                }
        }
        guard !values.isEmpty, let apex = document.startTag(at: message.path) else { return [] }
        // Where no name uses them any more, the declarations may be gone as well.
        let places: [(onElement: String, onValues: String)] = [
            ("", ""), ("xsi", ""), ("both", ""), ("", "both"),
        ]
        return Self.declarations.flatMap { declaration in
            places.map { place in
                message.trial(.typesDropped, "xsi:type=\"\(declaration.prefix):string\" restored") {
                    let both =
                        " xmlns:\(declaration.prefix)=\"\(declaration.uri)\"" + Self.instance
                    func text(_ choice: String) -> String {
                        choice == "both" ? both : choice == "xsi" ? Self.instance : ""
                    }
                    let type =
                        text(place.onValues) + " xsi:type=\"\(declaration.prefix):string\""
                    var edits = values.map { (document.name(ofTag: $0).endIndex, type) }
                    edits.append((document.name(ofTag: apex).endIndex, text(place.onElement)))
                    return document.bytes.replacing(
                        edits.sorted { $0.0 < $1.0 }.map { ($0.0..<$0.0, Array($0.1.utf8)) })
                }
            }
        }
    }

    // MARK: Added

    private var added: [HypothesisTrial] {
        let document = message.document
        var places: [String: [Range<Int>]] = [:]
        for index in document.tokens.indices where document.tokens[index].kind == .startTag {
            let element = String(decoding: document.name(ofTag: index), as: UTF8.self)
            for attribute in document.attributes(ofTag: index)
            where !document.isDeclaration(attribute) {
                let name = String(decoding: document.bytes[attribute.name], as: UTF8.self)
                guard name != "ID", name != "Algorithm", name != "URI" else { continue }
                places["\(element) \(name)", default: []].append(attribute.range)
            }
        }
        return places.sorted { $0.key < $1.key }.map { place in
            message.trial(
                .defaultAttributesAdded, "one XML attribute removed from all elements of a name"
            ) {
                document.bytes.replacing(place.value.map { ($0, []) })
            }
        }
    }

    // MARK: Order

    /// The largest number of attributes of which all orders are tried.
    private static let mostPermuted = 7

    /// The orders of the attributes in the digested bytes.
    var orders: [HypothesisTrial] {
        let digested = CanonicalTokens(message.referenceBytes)
        let starts = digested.tokens.indices.filter {
            digested.tokens[$0].kind == .startTag && digested.isElement($0, named: "Attribute")
        }
        guard starts.count > 1, let owner = starts.first.map({ digested.tokens[$0].owner }),
            starts.allSatisfy({ digested.tokens[$0].owner == owner })
        else { return [] }
        let blocks = starts.compactMap { start in
            digested.endTag(of: start).map {
                digested.tokens[start].range.lowerBound..<digested.tokens[$0].range.upperBound
            }
        }
        let orders =
            blocks.count <= Self.mostPermuted
            ? Self.permutations(of: blocks.count) : [Array(blocks.indices.reversed())]
        return orders.map { order in
            HypothesisTrial(
                .attributesReordered, "the attributes put in another order", of: digested.bytes
            ) { zip(blocks, order).map { ($0, Array(digested.bytes[blocks[$1]])) } }
        }
    }

    private static func permutations(of count: Int) -> [[Int]] {
        guard count > 1 else { return [[0]] }
        return permutations(of: count - 1).flatMap { shorter in
            (0..<count).map { place in
                var longer = shorter
                longer.insert(count - 1, at: place)
                return longer
            }
        }
    }
}
