internal import WireText

/// The members of a JSON object that stands on one line, found without building the whole value.
///
/// It accepts the objects of RFC 8259, nested no deeper than 64, and keeps the places of their
/// members; only strings that are asked for are decoded. Bytes of strings that are not well-formed
/// UTF-8 are left to the caller.
struct JSONLine {
    private let scanner: JSONScanner
    private var members: [Member] = []

    private typealias Member = (name: JSONScanner.Text, value: JSONScanner.Text)

    /// Fields that hold a message in captures people have, the first one preferred.
    static let usualFields = [
        "SAMLResponse", "samlResponse", "samlAttributeQueryResponse", "SAMLRequest",
        "verificationToken",
    ]

    init(parsing bytes: [UInt8]) throws(CaptureError) {
        scanner = JSONScanner(document: bytes)
        var place = scanner
        do throws(JSONScanner.Failure) {
            try place.members { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                members.append((name, try scanner.value()))
            }
        } catch {
            throw CaptureError(.invalidJSON, at: error.offset)
        }
        guard place.isAtEnd else { throw CaptureError(.invalidJSON, at: place.index) }
    }

    /// The string in a field, or `nil` when there is none.
    func string(_ name: String) -> String? {
        stringBytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of the string in a field; `nil` if the field is absent or holds another value.
    func stringBytes(_ name: String) -> [UInt8]? {
        members.first { isNamed($0, name) }.flatMap { decodedString($0.value) }
    }

    /// The message in the field, or, without a field, in the first of the usual ones.
    func message(field: String?) throws(CaptureError) -> [UInt8] {
        for name in field.map({ [$0] }) ?? Self.usualFields {
            let found = members.filter { isNamed($0, name) }
            guard let member = found.first else { continue }
            guard found.count == 1 else {
                throw CaptureError(.repeatedField, at: found[1].name.range.lowerBound)
            }
            guard let message = decodedString(member.value) else {
                throw CaptureError(
                    .missingField, at: member.value.range.lowerBound, field: name)
            }
            return message
        }
        throw CaptureError(.missingField, field: field)
    }

    private func isNamed(_ member: Member, _ name: String) -> Bool {
        let found = scanner.content(of: member.name)
        return found.count == name.utf8.count && found.elementsEqual(name.utf8)
    }

    /// The bytes of a string, or `nil` when the value is something else.
    private func decodedString(_ text: JSONScanner.Text) -> [UInt8]? {
        scanner.written(text).first == UInt8(ascii: "\"") ? Array(scanner.content(of: text)) : nil
    }
}

extension JSONScanner {
    /// Reads a text that may begin with a byte order mark.
    init(document bytes: [UInt8]) { self.init(bytes, from: bytes.hasByteOrderMark ? 3 : 0) }
}
