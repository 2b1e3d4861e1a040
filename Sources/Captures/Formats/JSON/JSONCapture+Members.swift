internal import WireText

extension JSONCapture {
    /// Reads the next member of the object, or element of the array, that was entered.
    func readMember() throws(CaptureError) -> [CaptureStep] {
        let last = containers.count - 1
        guard containers[last].isObject else { return try readElement() }
        guard let name = try json.nextName(&containers[last].isFirst) else {
            containers.removeLast()
            return []
        }
        var path = containers[last].path
        if let part = path?.first {
            guard name.elementsEqual(part.utf8) else { return try skipValue() }
            path?.removeFirst()
        }
        switch try json.next() {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try enter(path: path)
        case UInt8(ascii: "\""):
            var isUsual = path?.isEmpty ?? false
            if path == nil, case .message = JSONName(name[...]) { isUsual = true }
            return try readString(isUsual: isUsual)
        default: return try skipValue()
        }
    }

    private func skipValue() throws(CaptureError) -> [CaptureStep] {
        try json.skipValue()
        return []
    }

    private func readElement() throws(CaptureError) -> [CaptureStep] {
        let last = containers.count - 1
        guard try json.hasElement(&containers[last].isFirst) else {
            containers.removeLast()
            return []
        }
        containers[last].index += 1
        let path = containers[last].path
        switch try json.next() {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let start = json.offset
            guard let bytes = try json.frame(limit: context.limit) else {
                try json.skipValue()
                return [.failure(CaptureError(.inputTooLarge), at: valuePlace)]
            }
            let field = path.flatMap { $0.isEmpty ? nil : $0.joined(separator: ".") }
            var element = JSONSearch(bytes, valuePlace, field: field)
            element.offset = start
            return steps(of: element)
        case UInt8(ascii: "\""): return try readString(isUsual: path?.isEmpty ?? false)
        default: return try skipValue()
        }
    }

    private func readString(isUsual: Bool) throws(CaptureError) -> [CaptureStep] {
        let text = try json.string(limit: context.limit)
        guard text.isWhole else { return [.failure(CaptureError(.inputTooLarge), at: valuePlace)] }
        guard isUsual || text.bytes.count > JSONWalk.shortestText else { return [] }
        return JSONSearch(text.bytes, valuePlace, field: nil).stepsOfText(isUsual: isUsual)
    }
}
