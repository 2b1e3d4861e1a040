internal import WireText

extension JSONStream {
    /// Reads the members of an object, each by `body`; a value of another kind is passed.
    mutating func forEachMember(
        _ body: (_ name: String, _ json: inout JSONStream) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        guard try next() == UInt8(ascii: "{") else { return try skipValue() }
        try enter(UInt8(ascii: "{"))
        var isFirst = true
        while let name = try nextName(&isFirst) {
            try body(String(decoding: name, as: UTF8.self), &self)
        }
    }

    /// Reads the elements of an array, each by `body`; a value of another kind is passed.
    mutating func forEachElement(
        _ body: (_ json: inout JSONStream) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        guard try next() == UInt8(ascii: "[") else { return try skipValue() }
        try enter(UInt8(ascii: "["))
        var isFirst = true
        while try hasElement(&isFirst) { try body(&self) }
    }

    /// Reads a string; a value of another kind is passed and gives `nil`.
    mutating func heldString(
        limit: Int, isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(CaptureError) -> HeldString? {
        guard try next() == UInt8(ascii: "\"") else {
            try skipValue()
            return nil
        }
        return try string(limit: limit, isWanted: isWanted)
    }

    /// Reads a string as text, at most the first 4 KiB unless said otherwise; a value of another kind is passed and
    /// gives `nil`.
    mutating func text(limit: Int = 4 << 10) throws(CaptureError) -> String? {
        try heldString(limit: limit)?.text
    }
}
