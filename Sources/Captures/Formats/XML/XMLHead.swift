internal import WireText

extension CaptureHead {
    /// The name of the root element of an XML file, or that which its document type declaration names; `nil` for a
    /// file that does not begin as XML does.
    var rootElement: String? {
        var rest = text.drop { $0.isWhiteSpace }
        while rest.starts(with: "<?".utf8) || rest.starts(with: "<!--".utf8) {
            let end = rest.starts(with: "<?".utf8) ? "?>" : "-->"
            guard let place = rest.firstIndex(of: end) else { return nil }
            rest = rest[(place + end.utf8.count)...].drop { $0.isWhiteSpace }
        }
        guard rest.first == UInt8(ascii: "<") else { return nil }
        let declaration = "<!DOCTYPE"
        let name =
            (rest.starts(with: declaration.utf8)
            ? rest.dropFirst(declaration.utf8.count) : rest.dropFirst())
            .drop { $0.isWhiteSpace }
            .prefix {
                !$0.isWhiteSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[")
                    && $0 != UInt8(ascii: "/")
            }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Returns whether a text occurs.
    func contains(_ part: String) -> Bool { text.contains(part) }
}
