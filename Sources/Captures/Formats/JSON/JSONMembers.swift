internal import WireText

extension JSONCapture {
    /// Reads the next member of the object, or element of the array, that was entered.
    func readMember() throws(CaptureError) {
        let last = containers.count - 1
        guard containers[last].isObject else { return try readElement() }
        guard let name = try json.nextName(&containers[last].isFirst) else {
            containers.removeLast()
            return
        }
        var path = containers[last].path
        if let part = path?.first {
            guard name.elementsEqual(part.utf8) else { return try json.skipValue() }
            path?.removeFirst()
        }
        switch try json.valueStart() {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try enter(path: path)
        case UInt8(ascii: "\""):
            var isUsual = path?.isEmpty ?? false
            if path == nil, case .message = JSONName(name[...]) { isUsual = true }
            try readString(isUsual: isUsual)
        default: try json.skipValue()
        }
    }

    private func readElement() throws(CaptureError) {
        let last = containers.count - 1
        guard try json.hasElement(&containers[last].isFirst) else {
            containers.removeLast()
            return
        }
        containers[last].index += 1
        let path = containers[last].path
        switch try json.valueStart() {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let start = json.offset
            guard let bytes = try json.frame(limit: options.entryByteCount) else {
                try json.skipValue()
                return add([failure(CaptureError(.inputTooLarge), at: place)])
            }
            let field = path.flatMap { $0.isEmpty ? nil : $0.joined(separator: ".") }
            var element = JSONSearch(bytes, place, field: field)
            element.offset = start
            add(steps(of: element))
        case UInt8(ascii: "\""): try readString(isUsual: path?.isEmpty ?? false)
        default: try json.skipValue()
        }
    }

    private func readString(isUsual: Bool) throws(CaptureError) {
        let text = try json.string(limit: options.entryByteCount)
        guard text.isWhole else {
            return add([failure(CaptureError(.inputTooLarge), at: place)])
        }
        guard isUsual || text.bytes.count > JSONWalk.shortestText else { return }
        add(JSONSearch(text.bytes, place, field: nil).stepsOfText(isUsual: isUsual))
    }
}
