internal import XMLCore

extension SAML {
    /// The subject of an assertion or a query (SAML Core, section 2.4.1).
    public struct Subject: Hashable, Sendable, CustomStringConvertible {
        /// `NameID`.
        public let nameID: NameID?
        /// A Boolean value that indicates whether the name is encrypted.
        package let hasEncryptedID: Bool
        /// `SubjectConfirmation`, in document order.
        package let confirmations: [SubjectConfirmation]

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            var reader = try ElementReader(element)
            nameID = try NameID(reader.optional(.nameID))
            let encryptedID = nameID == nil ? try reader.optional(.encryptedID) : nil
            hasEncryptedID = encryptedID != nil
            if nameID == nil, !hasEncryptedID { _ = try reader.optional(.baseID) }
            var confirmations: [SubjectConfirmation] = []
            try reader.forEach(of: Self.confirmationNames) { _, child throws(StructureError) in
                confirmations.append(try SubjectConfirmation(child))
            }
            self.confirmations = confirmations
            try reader.finish()
        }

        private static let confirmationNames: [XML.QualifiedName] = [.subjectConfirmation]

        /// The number of confirmations; never the name.
        public var description: String { "Subject(\(confirmations.count) confirmations)" }
    }

    /// The relation between the presenter of an assertion and its subject (SAML Core, section
    /// 2.4.1.1).
    package struct SubjectConfirmation: Hashable, Sendable, CustomStringConvertible {
        /// `Method`, a URI reference.
        package let method: String?
        /// The name of the one who may confirm.
        package let nameID: NameID?
        /// `SubjectConfirmationData`.
        package let data: SubjectConfirmationData?

        /// The method of assertions that any holder may use (SAML Profiles, section 3.3).
        package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

        init(_ element: XML.Element) throws(StructureError) {
            method = element.uriAttribute("Method")
            var reader = try ElementReader(element)
            nameID = try NameID(reader.optional(.nameID))
            if nameID == nil, try reader.optional(.encryptedID) == nil {
                _ = try reader.optional(.baseID)
            }
            data = try SubjectConfirmationData(reader.optional(.subjectConfirmationData))
            try reader.finish()
        }

        /// A note whether it has data; never the data.
        package var description: String {
            "SubjectConfirmation(\(data == nil ? "without" : "with") data)"
        }
    }

    /// The limits of a confirmation (SAML Core, section 2.4.1.2).
    ///
    /// Its content is open: key information and the like is not read.
    package struct SubjectConfirmationData: Hashable, Sendable, CustomStringConvertible {
        /// `NotBefore`.
        package let notBefore: Instant?
        /// `NotOnOrAfter`.
        package let notOnOrAfter: Instant?
        /// `Recipient`, the address it may be presented to.
        package let recipient: String?
        /// `InResponseTo`, the ID of the request.
        package let inResponseTo: String?
        /// `Address` it may be presented from.
        package let address: String?

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            notBefore = try element.instant("NotBefore")
            notOnOrAfter = try element.instant("NotOnOrAfter")
            recipient = element.attribute("Recipient")
            inResponseTo = element.attribute("InResponseTo")
            address = element.attribute("Address")
        }

        /// The kind of the value; never its addresses and identifiers.
        package var description: String { "SubjectConfirmationData" }
    }
}
