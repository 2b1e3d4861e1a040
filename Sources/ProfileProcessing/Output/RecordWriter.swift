internal import WireText

/// Writes the same object as ``RecordMembers`` without making its values first.
struct RecordWriter: RecordVisitor {
    private var output: [UInt8]
    private let onlyStated: Bool
    private var saysSomething = false
    private var isInGroup = false

    /// Appends an object.
    static func append(
        to output: inout [UInt8], onlyStated: Bool, _ fields: (inout RecordWriter) -> Void
    ) {
        var writer = RecordWriter(output: [], onlyStated: onlyStated)
        swap(&writer.output, &output)
        writer.appendObject(orNull: false, fields)
        swap(&writer.output, &output)
    }

    private init(output: [UInt8], onlyStated: Bool) {
        self.output = output
        self.onlyStated = onlyStated
    }

    @inline(__always)
    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        guard let value else { return }
        if onlyStated {
            let isStated = value.saysSomething
            guard isInGroup || isStated else { return }
            saysSomething = saysSomething || isStated
        }
        appendLabel(name)
        value.append(to: &output)
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) {
        let start = output.count
        appendLabel(name)
        isInGroup = true
        saysSomething = false
        appendObject(orNull: true, fields)
        isInGroup = false
        if onlyStated, !saysSomething { output.removeLast(output.count - start) }
    }

    /// Appends a comma and a name, all at once, as every field has one.
    private mutating func appendLabel(_ name: StaticString) {
        let count = name.utf8CodeUnitCount + 4
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { label in
            unsafe label[0] = UInt8(ascii: ",")
            unsafe label[1] = UInt8(ascii: "\"")
            _ = unsafe label[2...].initialize(
                fromContentsOf: UnsafeBufferPointer(
                    start: name.utf8Start, count: name.utf8CodeUnitCount))
            unsafe label[count - 2] = UInt8(ascii: "\"")
            unsafe label[count - 1] = UInt8(ascii: ":")
            unsafe output.append(contentsOf: label)
        }
    }

    private mutating func appendObject(orNull: Bool, _ fields: (inout Self) -> Void) {
        let start = output.count
        fields(&self)
        guard output.count > start else {
            output += (orNull ? "null" : "{}").utf8
            return
        }
        // The first comma stands where the object begins.
        output[start] = UInt8(ascii: "{")
        output.append(UInt8(ascii: "}"))
    }
}
