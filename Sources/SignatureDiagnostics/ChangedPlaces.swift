/// The attributes and elements with values that are not as they were signed, by their names.
package struct ChangedPlaces: Hashable, Sendable {
    private var names: [String] = []
    private var count = 0

    /// Compares the values of two forms with the same elements; `nil` if no value differs or an element does.
    init?(received: [UInt8], signed: [UInt8]) {
        let (received, signed) = (CanonicalTokens(received), CanonicalTokens(signed))
        var (index, place) = (0, 0)
        while index < received.tokens.count, place < signed.tokens.count {
            let (one, other) = (received.tokens[index], signed.tokens[place])
            // A text that only one of the two has.
            if one.kind != other.kind, one.kind == .text {
                note(received.nameOfValue(at: index))
                index += 1
                continue
            }
            if one.kind != other.kind, other.kind == .text {
                note(signed.nameOfValue(at: place))
                place += 1
                continue
            }
            guard one.kind == other.kind else { return nil }
            defer { (index, place) = (index + 1, place + 1) }
            guard !received.bytes[one.range].elementsEqual(signed.bytes[other.range]) else {
                continue
            }
            switch one.kind {
            case .text: note(received.nameOfValue(at: index))
            case .startTag:
                let tag = String(decoding: received.localName(ofTag: index), as: UTF8.self)
                let (one, other) = (received.written(ofTag: index), signed.written(ofTag: place))
                for name in Set(one.keys).union(other.keys).sorted() where one[name] != other[name]
                {
                    note("\(name) of \(tag)")
                }
            case .endTag, .other: return nil
            }
        }
        guard count > 0, index == received.tokens.count, place == signed.tokens.count else {
            return nil
        }
    }

    /// The element that was added to a signed form, where the two differ first; `nil` if that is not an element.
    init?(addedTo signed: [UInt8], in received: [UInt8]) {
        let (received, signed) = (CanonicalTokens(received), CanonicalTokens(signed))
        guard
            let first = zip(received.tokens.indices, signed.tokens.indices).first(where: {
                one, other in
                !received.bytes[received.tokens[one].range]
                    .elementsEqual(signed.bytes[signed.tokens[other].range])
            })?.0
        else { return nil }
        let tags = received.tokens.indices[first...].prefix(2)
        guard let tag = tags.first(where: { received.tokens[$0].kind == .startTag }) else {
            return nil
        }
        note(received.nameOfElement(at: tag))
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

    /// A Boolean value that indicates whether all places are listed.
    var areFew: Bool { count <= Self.mostNames }

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
        return owner >= 0 ? nameOfElement(at: owner) : "the document"
    }

    /// The attributes of a start tag as they are written, by their names.
    fileprivate func written(ofTag index: Int) -> [String: ArraySlice<UInt8>] {
        Dictionary(
            attributes(ofTag: index).map {
                (String(decoding: bytes[$0.name], as: UTF8.self), bytes[$0.value])
            }, uniquingKeysWith: { $1 })
    }

    /// The name of an element, or of the SAML attribute that it is or is a value of.
    fileprivate func nameOfElement(at tag: Int) -> String {
        let isValue = isElement(tag, named: "AttributeValue")
        let owner = isValue ? tokens[tag].owner : isElement(tag, named: "Attribute") ? tag : -1
        guard owner >= 0,
            let attribute = attributes(ofTag: owner).first(where: {
                bytes[$0.name].elementsEqual("Name".utf8)
            })
        else { return String(decoding: localName(ofTag: tag), as: UTF8.self) }
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
