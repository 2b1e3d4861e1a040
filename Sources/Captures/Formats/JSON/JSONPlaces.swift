internal import WireText

/// The places where a value may stand below another, the preferred one first.
///
/// A place is the names of the members that lead to it, joined by dots.
struct JSONPlaces: ExpressibleByArrayLiteral, Sendable {
    private let paths: [[String]]

    init(arrayLiteral places: String...) {
        paths = places.map { place in place.split(separator: ".").map { String($0) } }
    }

    /// Returns the value in the first place that has one other than null.
    func value(in object: JSONValue) -> JSONValue? {
        for path in paths {
            var found: JSONValue? = object
            for name in path { found = found?[name] }
            switch found {
            case nil, .null: continue
            case let found?: return found
            }
        }
        return nil
    }
}

extension JSONValue {
    /// The value in the first of some places that has one.
    subscript(_ places: JSONPlaces) -> JSONValue? { places.value(in: self) }

    /// The text at the first place with a value; `nil` if that is not text, or empty.
    func filledText(_ places: JSONPlaces) -> String? {
        self[places]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
