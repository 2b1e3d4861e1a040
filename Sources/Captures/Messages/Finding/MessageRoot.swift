internal import WireText

/// The elements that a SAML message begins with, and the SOAP envelope that may hold one.
enum MessageRoot: String, CaseIterable {
    case response = "Response"
    case attributeQuery = "AttributeQuery"
    case authnRequest = "AuthnRequest"
    case logoutRequest = "LogoutRequest"
    case logoutResponse = "LogoutResponse"
    case artifactResolve = "ArtifactResolve"
    case artifactResponse = "ArtifactResponse"
    case assertion = "Assertion"
    case entityDescriptor = "EntityDescriptor"
    case entitiesDescriptor = "EntitiesDescriptor"
    case envelope = "Envelope"

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })
    private static let longest = 18

    /// The element with a local name.
    init?(localName: ArraySlice<UInt8>) {
        guard localName.count <= Self.longest, let first = localName.first,
            first >= UInt8(ascii: "A"), first <= UInt8(ascii: "R"),
            let root = Self.byName[Array(localName)]
        else { return nil }
        self = root
    }

    /// The element that XML begins with, after a prolog; `nil` if it is none of them, or no SAML is in its beginning.
    init?(of xml: [UInt8]) {
        guard let (name, _) = Self.rootName(of: xml) else { return nil }
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        guard let root = Self(localName: local), ByteText.contains("SAML", in: xml[...]) else {
            return nil
        }
        self = root
    }

    /// Returns whether XML ends with the end tag of its root.
    static func isComplete(_ xml: [UInt8]) -> Bool {
        guard let (name, after) = rootName(of: xml) else { return false }
        let text = xml.trimmingWhiteSpace()
        guard text.last == UInt8(ascii: ">") else { return false }
        // Comments may follow; they end with "-->".
        if text.suffix(3).elementsEqual("-->".utf8) || text.suffix(2).elementsEqual("/>".utf8) {
            return text.suffix(2).elementsEqual("-->".utf8.suffix(2))
                || xml[after...].firstIndex(of: UInt8(ascii: ">")) == text.endIndex - 1
        }
        let end = text.dropLast().trimmingWhiteSpace()
        return end.count > name.count + 2 && end.suffix(name.count).elementsEqual(name)
            && end.dropLast(name.count).suffix(2).elementsEqual("</".utf8)
    }

    /// The name of the root as it is written, and the place after it.
    static func rootName(of xml: [UInt8]) -> (name: ArraySlice<UInt8>, end: Int)? {
        var rest = xml[...].withoutByteOrderMark
        while let start = rest.firstIndex(where: { !$0.isWhiteSpace }) {
            rest = rest[start...]
            guard rest.first == UInt8(ascii: "<"), let next = rest.dropFirst().first else {
                return nil
            }
            guard next == UInt8(ascii: "?") || next == UInt8(ascii: "!") else { break }
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            rest = rest[(end + 1)...]
        }
        let name = rest.dropFirst().prefix { byte in
            !byte.isWhiteSpace && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
        }
        return name.isEmpty ? nil : (name, name.endIndex)
    }

    /// Returns whether another message may stand in this one; one that may not begins another message, so that this one
    /// was cut off.
    func mayHold(_ inner: MessageRoot) -> Bool {
        switch self {
        case .envelope: inner != .envelope
        case .artifactResponse:
            inner != .artifactResponse && inner != .envelope && inner != .entitiesDescriptor
        case .response, .assertion: inner == .assertion
        case .entitiesDescriptor: inner == .entityDescriptor || inner == .entitiesDescriptor
        default: false
        }
    }
}
