/// Messages in text.
enum MessageFinder {
    struct Found {
        let offset: Int
        let content: Result<[UInt8], CaptureError>
    }

    static func messages(in text: ArraySlice<UInt8>) -> [Found] {
        var found: [Found] = []
        let beginnings = ["PHNhbWx", "PD94bWwg", "PFJlc3BvbnNl", "PEF0dHJpYnV0ZVF1ZXJ5"].map {
            Array($0.utf8)
        }
        let names = ["SAMLResponse=", "SAMLRequest="].map { Array($0.utf8) }
        func isDigit(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D, 0x25: true
            default: false
            }
        }
        var index = text.startIndex
        if text.first == 0x3C, text.count > 64 {
            return [Found(offset: 0, content: .success(Array(text)))]
        }
        while index < text.endIndex {
            let rest = text[index...]
            let byte = text[index]
            if byte == 0x53, let name = names.first(where: { rest.starts(with: $0) }) {
                let value = rest.dropFirst(name.count).prefix(while: isDigit)
                found.append(
                    Found(offset: index - text.startIndex, content: .success(name + value)))
                index = value.endIndex
            } else if byte == 0x50, beginnings.contains(where: { rest.starts(with: $0) }) {
                let value = rest.prefix(while: isDigit)
                found.append(
                    Found(offset: index - text.startIndex, content: .success(Array(value))))
                index = value.endIndex
            } else {
                index += 1
            }
        }
        return found
    }
}
