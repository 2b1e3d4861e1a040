extension SAML {
    /// The names of attributes that many providers send, each as a short name, as an object identifier and
    /// as some send it besides (inetOrgPerson, RFC 2798; eduPerson; Active Directory's claims).
    enum AttributeNames {
        /// Returns whether two names are of one attribute.
        static func areOfOneAttribute(_ one: String, _ other: String) -> Bool {
            // Those that differ by letter case are one name.
            guard let known = numbers[canonical(one)], known == numbers[canonical(other)] else {
                return false
            }
            return one.lowercased() != other.lowercased()
        }

        /// The longest name in the table has fewer bytes.
        private static let longestName = 80

        private static func canonical(_ name: String) -> String {
            guard name.utf8.count <= longestName else { return "" }
            let text = name.lowercased()
            return text.hasPrefix("urn:oid:") ? String(text.dropFirst(8)) : text
        }

        private static let numbers: [String: Int] = {
            var found: [String: Int] = [:]
            for (place, names) in table.enumerated() {
                for name in names.split(separator: " ") { found[String(name)] = place }
            }
            return found
        }()

        private static let claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"

        /// Each line has the names of one attribute, in lower case.
        private static let table: [String] = [
            "uid userid 0.9.2342.19200300.100.1.1",
            "mail email emailaddress rfc822mailbox 0.9.2342.19200300.100.1.3 \(claims)emailaddress",
            "cn commonname 2.5.4.3 \(claims)commonname",
            "sn surname 2.5.4.4 \(claims)surname",
            "givenname gn firstname 2.5.4.42 \(claims)givenname",
            "displayname 2.16.840.1.113730.3.1.241",
            "employeenumber 2.16.840.1.113730.3.1.3",
            "employeetype 2.16.840.1.113730.3.1.4",
            "preferredlanguage 2.16.840.1.113730.3.1.39",
            "o organizationname 2.5.4.10",
            "ou organizationalunitname 2.5.4.11",
            "c countryname 2.5.4.6 \(claims)country",
            "l localityname 2.5.4.7 \(claims)locality",
            "st stateorprovincename 2.5.4.8 \(claims)stateorprovince",
            "postalcode zip zipcode 2.5.4.17 \(claims)postalcode",
            "telephonenumber 2.5.4.20",
            "edupersonaffiliation 1.3.6.1.4.1.5923.1.1.1.1",
            "edupersonnickname 1.3.6.1.4.1.5923.1.1.1.2",
            "edupersonprimaryaffiliation 1.3.6.1.4.1.5923.1.1.1.5",
            "edupersonprincipalname eppn 1.3.6.1.4.1.5923.1.1.1.6",
            "edupersonentitlement 1.3.6.1.4.1.5923.1.1.1.7",
            "edupersonscopedaffiliation 1.3.6.1.4.1.5923.1.1.1.9",
            "edupersontargetedid 1.3.6.1.4.1.5923.1.1.1.10",
            "edupersonassurance 1.3.6.1.4.1.5923.1.1.1.11",
            "edupersonuniqueid 1.3.6.1.4.1.5923.1.1.1.13",
            "edupersonorcid 1.3.6.1.4.1.5923.1.1.1.16",
        ]
    }
}
