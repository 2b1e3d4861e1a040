internal import SAML2
internal import XMLCore

/// The algorithms that a response says its parts are encrypted with.
struct EncryptionOutline {
    /// The `Algorithm` of each `EncryptionMethod`, of data and of keys, each once.
    let methods: [String]

    private static let mostMethods = 16

    init(root: XML.Element) {
        let assertions = root.childElements(named: .plainAssertion)
        let statements = assertions.flatMap {
            $0.childElements(named: .statement)
        }
        let wrappers =
            root.childElements(named: .encryptedAssertion)
            + assertions.flatMap { $0.childElements(named: .assertionSubject) }
            .flatMap { $0.childElements(named: .encryptedID) }
            + statements.flatMap { $0.childElements(named: .encryptedAttribute) }
        var methods: [String] = []
        for wrapper in wrappers.prefix(Self.mostMethods) {
            let data = wrapper.childElements(named: .encryptedData)
            // A key stands beside the data or in its KeyInfo.
            let keys =
                wrapper.childElements(named: .encryptedKey)
                + data.flatMap {
                    $0.childElements(named: .encryptionKeyInfo)
                }
                .flatMap { $0.childElements(named: .encryptedKey) }
            for element in data + keys.prefix(Self.mostMethods) {
                let method = element.firstChild(named: .encryptionMethod)?[
                    attribute: .algorithm]
                guard let method, methods.count < Self.mostMethods,
                    !methods.contains(where: { $0.hasSameBytes(as: method) })
                else { continue }
                methods.append(method)
            }
        }
        self.methods = methods
    }
}

extension ProfileRecord {
    /// Notes the algorithms that a response names, and those that showed when it was decrypted.
    mutating func noteEncryptionMethods(of root: XML.Element) {
        encryptionMethods = EncryptionOutline(root: root).methods
        let decrypted = (encryption?.methods ?? []) + (encryption?.keyTransports ?? [])
        for method in decrypted
        where !encryptionMethods.contains(where: { $0.hasSameBytes(as: method) }) {
            encryptionMethods.append(method)
        }
    }
}

/// Made once, not for every message.
extension XML.QualifiedName {
    fileprivate static let plainAssertion = XML.QualifiedName("Assertion", in: .assertion)
    fileprivate static let statement = XML.QualifiedName("AttributeStatement", in: .assertion)
    fileprivate static let assertionSubject = XML.QualifiedName("Subject", in: .assertion)
    fileprivate static let encryptedAssertion = XML.QualifiedName(
        "EncryptedAssertion", in: .assertion)
    fileprivate static let encryptedID = XML.QualifiedName("EncryptedID", in: .assertion)
    fileprivate static let encryptedAttribute = XML.QualifiedName(
        "EncryptedAttribute", in: .assertion)
    fileprivate static let encryptedData = XML.QualifiedName("EncryptedData", in: .encryption)
    fileprivate static let encryptedKey = XML.QualifiedName("EncryptedKey", in: .encryption)
    fileprivate static let encryptionMethod = XML.QualifiedName(
        "EncryptionMethod", in: .encryption)
    fileprivate static let encryptionKeyInfo = XML.QualifiedName("KeyInfo", in: .signature)
    fileprivate static let algorithm = XML.QualifiedName("Algorithm")
}
