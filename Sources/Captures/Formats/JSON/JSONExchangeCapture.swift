internal import SAMLBindings
internal import WireText

/// A file in JSON whose exchanges are the elements of one array, or the members of one object.
///
/// One element is held at a time, whatever stands around it.
final class JSONExchangeCapture: SteppedCapture {
    /// The place of the elements.
    enum Place {
        /// In the array below these names; none for the root.
        case array([String])
        /// As the members of the root.
        case members
    }

    private var json: JSONStream
    private let title: String
    private let elements: Place
    private let steps: (JSONValue, MessageSource) -> [CaptureStep]?
    private let end: () -> [CaptureStep]
    private var hasBegun = false
    private var isFirstElement = true

    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the file.
    ///   - context: What is known besides.
    ///   - title: What the file is, for errors.
    ///   - place: Where the elements stand.
    ///   - end: The steps after the last element.
    ///   - read: The steps of an element; `nil` if it is not one.
    init(
        _ reader: consuming ByteReader, _ context: CaptureContext, title: String, at place: Place,
        end: @escaping () -> [CaptureStep] = { [] },
        read: @escaping (JSONValue, MessageSource) -> [CaptureStep]?
    ) {
        json = JSONStream(reader)
        self.title = title
        elements = place
        self.end = end
        steps = read
        super.init(context)
    }

    /// Begins to read a file whose elements are exchanges with their parts in known places.
    convenience init(
        _ reader: consuming ByteReader, _ context: CaptureContext, title: String, at place: Place,
        _ map: JSONExchangeMap
    ) {
        self.init(reader, context, title: title, at: place) { element, source in
            map.exchange(in: element, at: source, with: context.bodies).map { [.exchange($0)] }
        }
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if !hasBegun {
            try begin()
            hasBegun = true
        }
        guard try hasElement() else {
            try finish()
            hasEnded = true
            return end()
        }
        let place = place
        let start = json.offset
        let element = try json.element(limit: context.limit)
        entryIndex += 1
        guard let element else {
            return [.failure(CaptureError(.inputTooLarge, at: start), at: place)]
        }
        return steps(element, place)
            ?? [.failure(CaptureError(.invalidCapture, at: start, detail: title), at: place)]
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        let error = error.inStructure(of: title)
        return [.failure(error, at: hasBegun ? place : context.source)] + end()
    }

    private func hasElement() throws(CaptureError) -> Bool {
        switch elements {
        case .array: try json.hasElement(&isFirstElement)
        case .members: try json.nextName(&isFirstElement) != nil
        }
    }

    /// Reads up to the first element.
    private func begin() throws(CaptureError) {
        json.skipByteOrderMark()
        guard case .array(let names) = elements else { return try json.enter(UInt8(ascii: "{")) }
        for name in names {
            try json.enter(UInt8(ascii: "{"))
            guard try skip(to: name) else { throw json.failure }
        }
        try json.enter(UInt8(ascii: "["))
    }

    /// Goes to the value of a member of the object that was entered; false if there is none.
    private func skip(to name: String) throws(CaptureError) -> Bool {
        var isFirst = true
        while let found = try json.nextName(&isFirst) {
            if found.elementsEqual(name.utf8) { return true }
            try json.skipValue()
        }
        return false
    }

    /// Reads what follows the last element.
    private func finish() throws(CaptureError) {
        if case .array(let names) = elements {
            for _ in names {
                var isFirst = false
                while try json.nextName(&isFirst) != nil { try json.skipValue() }
            }
        }
        guard try json.next() == nil else { throw json.failure }
    }
}

extension CaptureError {
    /// Returns the error with the name of the format where it is one of the structure of JSON.
    func inStructure(of title: String) -> CaptureError {
        code == .invalidJSON ? CaptureError(.invalidCapture, at: offset, detail: title) : self
    }
}
