internal import XMLCore

extension SAML {
    /// An attribute under the name by which it was looked for, or under its own.
    public struct SelectedAttribute: Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let name: String
        /// Its values, in document order; those of several attributes of one `Name` together.
        public let values: [AttributeValue]

        /// The same attribute without its values.
        package var withoutValues: SelectedAttribute { SelectedAttribute(name: name, values: []) }

        /// An attribute of these values, which are not necessarily those of a message.
        package init(name: String, values: [AttributeValue]) {
            self.name = name
            self.values = values
        }

        /// The number of values; never the values.
        public var description: String { "SelectedAttribute(\(values.count) values)" }
    }

    /// The attributes a service provider requires, picked out of what it was given.
    ///
    /// A required name selects the attributes with that `Name`; when there are none, the attribute with that
    /// `FriendlyName`. The pseudo-name `NameID` selects the subject's identifier only. Attributes of one `Name` are
    /// merged, values in document order; values of different `Name`s never are: where several of them share a
    /// `FriendlyName`, it selects none and is ``ambiguous``.
    package struct AttributeSelection: Hashable, Sendable, CustomStringConvertible {
        /// The results, in the order of the given names.
        package let items: [SelectedAttribute]
        /// The required names for which there is nothing, in the order they were given.
        package let missing: [String]
        /// The names in ``missing`` that several attributes with different `Name`s share as `FriendlyName`.
        package let ambiguous: [String]
        /// The attributes that no required name selected, under their `Name`s, read each time.
        package var others: [SelectedAttribute] { Self.merged(attributes, without: selected) }
        /// The `Name`s of the attributes that no required name selected, each once.
        package var otherNames: [String] {
            var names: [String] = []
            names.reserveCapacity(attributes.count)
            var places = Places()
            for attribute in attributes
            where !selected.contains(where: { $0.hasSameBytes(as: attribute.name) })
                && places.place(of: attribute.name, among: names) == nil
            {
                names.append(attribute.name)
            }
            return names
        }
        /// The attributes picked from where names are required, and the `Name`s of those picked.
        private let attributes: [Attribute]
        private let selected: [String]
        /// A Boolean value that indicates whether names were required, so that others were not.
        package let isOfRequired: Bool

        /// The pseudo-name for the subject's `NameID`.
        package static let nameIDName = "NameID"

        /// Selects attributes.
        ///
        /// - Parameters:
        ///   - names: The required names; a name given twice counts once.
        ///   - attributes: The attributes to pick from.
        ///   - nameID: The subject's identifier.
        package init(
            requiring names: [String], from attributes: [Attribute], nameID: NameID? = nil
        ) {
            var items: [SelectedAttribute] = []
            var missing: [String] = []
            var ambiguous: [String] = []
            var selected: [String] = []
            for (number, name) in names.enumerated()
            where !names[..<number].contains(where: { $0.hasSameBytes(as: name) }) {
                if name.hasSameBytes(as: Self.nameIDName) {
                    // White space alone identifies nobody.
                    if let nameID, nameID.value.contains(where: { !$0.isWhitespace }) {
                        items.append(
                            SelectedAttribute(
                                name: name, values: [AttributeValue(text: nameID.value)]))
                    } else {
                        missing.append(name)
                    }
                    continue
                }
                let found = Found(name, in: attributes)
                if let attribute = found.name, !found.isAmbiguous {
                    items.append(SelectedAttribute(name: name, values: found.values))
                    selected.append(attribute)
                } else {
                    missing.append(name)
                    if found.isAmbiguous { ambiguous.append(name) }
                }
            }
            self.items = items
            self.missing = missing
            self.ambiguous = ambiguous
            isOfRequired = true
            self.attributes = attributes
            self.selected = selected
        }

        /// The attributes that a required name selects.
        private struct Found {
            /// Their `Name`, `nil` if there are none.
            private(set) var name: String?
            private(set) var values: [AttributeValue] = []
            /// A Boolean value that indicates whether they have different `Name`s.
            private(set) var isAmbiguous = false

            init(_ name: String, in attributes: [Attribute]) {
                for attribute in attributes where attribute.name.hasSameBytes(as: name) {
                    take(attribute)
                }
                guard self.name == nil else { return }
                for attribute in attributes
                where attribute.friendlyName?.hasSameBytes(as: name) ?? false {
                    take(attribute)
                }
            }

            private mutating func take(_ attribute: Attribute) {
                guard let name = self.name else {
                    self.name = attribute.name
                    values = attribute.values
                    return
                }
                if !attribute.name.hasSameBytes(as: name) { isAmbiguous = true }
                values += attribute.values
            }
        }

        /// Takes every attribute there is, under its `Name`.
        package init(all attributes: [Attribute]) {
            items = Self.merged(attributes)
            missing = []
            ambiguous = []
            isOfRequired = false
            self.attributes = []
            selected = []
        }

        /// The attributes under their `Name`s, those of one name together.
        private static func merged(
            _ attributes: [Attribute], without selected: [String] = []
        ) -> [SelectedAttribute] {
            var names: [String] = []
            var merged: [[AttributeValue]] = []
            names.reserveCapacity(attributes.count)
            merged.reserveCapacity(attributes.count)
            var places = Places()
            for attribute in attributes
            where !selected.contains(where: { $0.hasSameBytes(as: attribute.name) }) {
                if let place = places.place(of: attribute.name, among: names) {
                    merged[place] += attribute.values
                } else {
                    names.append(attribute.name)
                    merged.append(attribute.values)
                }
            }
            return zip(names, merged).map { SelectedAttribute(name: $0, values: $1) }
        }

        /// The positions of names in a growing list.
        ///
        /// A few are compared one by one, which is what there mostly is; beyond that they are keyed
        /// by their bytes, as strings are equal more often than names are.
        private struct Places {
            private var byName: [[UInt8]: Int] = [:]

            mutating func place(of name: String, among names: [String]) -> Int? {
                guard names.count > 16 else {
                    return names.firstIndex { $0.hasSameBytes(as: name) }
                }
                for place in byName.count..<names.count {
                    byName[Array(names[place].utf8)] = place
                }
                return byName[Array(name.utf8)]
            }
        }

        /// The numbers of found and missing names.
        package var description: String {
            "AttributeSelection(\(items.count) found, \(missing.count) missing)"
        }
    }
}

extension SAML.Assertion {
    /// The texts of an attribute's values, or of the subject's identifier for `NameID`.
    func texts(named name: String) -> [String] {
        SAML.AttributeSelection(requiring: [name], from: attributes, nameID: subject?.nameID)
            .items.flatMap { $0.values.compactMap(\.text) }
    }
}
