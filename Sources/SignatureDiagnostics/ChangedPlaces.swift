/// The attributes and elements with values that are not as they were signed, by their names.
package struct ChangedPlaces: Hashable, Sendable {
    private var names: [String] = []
    private var count = 0

    /// Compares the values of two forms with the same tags; `nil` if no value differs or a tag does.
    init?(received: [UInt8], signed: [UInt8]) {
        let (received, signed) = (CanonicalTokens(received), CanonicalTokens(signed))
        guard received.tokens.count == signed.tokens.count else { return nil }
        for index in received.tokens.indices {
            let (one, other) = (received.tokens[index], signed.tokens[index])
            guard one.kind == other.kind else { return nil }
            guard !received.bytes[one.range].elementsEqual(signed.bytes[other.range]) else {
                continue
            }
            switch one.kind {
            case .text: note(received.nameOfValue(at: index))
            case .startTag:
                let pairs = zip(received.attributes(ofTag: index), signed.attributes(ofTag: index))
                for (one, other) in pairs
                where !received.bytes[one.range].elementsEqual(signed.bytes[other.range]) {
                    let name = String(decoding: received.bytes[one.name], as: UTF8.self)
                    note(
                        "\(name) of \(String(decoding: received.localName(ofTag: index), as: UTF8.self))"
                    )
                }
            case .endTag, .other: return nil
            }
        }
        guard count > 0 else { return nil }
    }

    /// The places of these texts.
    init(of texts: [Int], in tokens: CanonicalTokens) {
        for index in texts { note(tokens.nameOfValue(at: index)) }
    }

    private mutating func note(_ name: String) {
        count += 1
        if !names.contains(name) { names.append(name) }
    }

    /// The largest number of names that are listed.
    private static let mostNames = 3

    /// The sentence that names the places.
    var sentence: String {
        guard names.count <= Self.mostNames, let last = names.last else {
            return "This is in \(count) places, the first of them \(names[0])."
        }
        let list = names.dropLast().joined(separator: ", ")
        return "This is in \(list.isEmpty ? last : "\(list) and \(last)")."
    }
}

extension CanonicalTokens {
    /// The name of the element that a text is in, or of the SAML attribute.
    fileprivate func nameOfValue(at index: Int) -> String {
        let owner = tokens[index].owner
        guard owner >= 0 else { return "the document" }
        guard isElement(owner, named: "AttributeValue"), tokens[owner].owner >= 0,
            let attribute = attributes(ofTag: tokens[owner].owner).first(where: {
                bytes[$0.name].elementsEqual("Name".utf8)
            })
        else { return String(decoding: localName(ofTag: owner), as: UTF8.self) }
        let name = String(decoding: bytes[attribute.value], as: UTF8.self)
        return name.count <= Self.longestName && name.unicodeScalars.allSatisfy(Self.isPlain)
            ? "the attribute \(name)" : "an attribute"
    }

    private static let longestName = 100

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic
            || "0123456789.:/_-#".unicodeScalars.contains(scalar)
    }
}
