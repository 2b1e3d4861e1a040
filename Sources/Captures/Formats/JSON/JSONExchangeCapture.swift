internal import SAMLBindings
internal import WireText

/// A file in JSON whose exchanges are the elements of one array, or the members of one object.
///
/// One element is held at a time, whatever stands around it.
final class JSONExchangeCapture: CaptureStream {
    /// The place of the elements.
    enum Place {
        /// In the array below these names; none for the root.
        case array([String])
        /// As the members of the root.
        case members
    }

    private var json: JSONStream
    private let source: MessageSource
    private let limit: Int
    private let title: String
    private let place: Place
    private let read: (JSONValue, MessageSource) -> [CaptureStep]?
    private let end: () -> [CaptureStep]
    private var hasBegun = false
    private var hasEnded = false
    private var isFirstElement = true
    private var entryIndex = 0
    /// The steps of the latest element that were not returned yet, the next one last.
    private var pending: [CaptureStep] = []

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
        source = context.source
        limit = context.limit
        self.title = title
        self.place = place
        self.end = end
        self.read = read
    }

    func next() -> CaptureStep? {
        do throws(CaptureError) {
            while pending.isEmpty, !hasEnded { try advance() }
            return pending.popLast()
        } catch {
            hasEnded = true
            pending = end().reversed()
            return .entry(CaptureEntry(sourceOfElement, .failure(named(error))))
        }
    }

    private var sourceOfElement: MessageSource {
        var place = source
        if hasBegun { place.entry = entryIndex }
        return place
    }

    /// The error with the name of the format where it is one of structure.
    private func named(_ error: CaptureError) -> CaptureError {
        error.code == .invalidJSON
            ? CaptureError(.invalidCapture, at: error.offset, detail: title) : error
    }

    private func advance() throws(CaptureError) {
        if !hasBegun {
            try begin()
            hasBegun = true
        }
        guard try hasElement() else {
            try finish()
            hasEnded = true
            pending = end().reversed()
            return
        }
        let place = sourceOfElement
        let start = json.offset
        let element = try json.element(limit: limit)
        entryIndex += 1
        let failure: CaptureError
        if let element {
            if let steps = read(element, place) {
                pending = steps.reversed()
                return
            }
            failure = CaptureError(.invalidCapture, at: start, detail: title)
        } else {
            failure = CaptureError(.inputTooLarge, at: start)
        }
        pending = [.entry(CaptureEntry(place, .failure(failure)))]
    }

    private func hasElement() throws(CaptureError) -> Bool {
        switch place {
        case .array: try json.hasElement(&isFirstElement)
        case .members: try json.nextName(&isFirstElement) != nil
        }
    }

    /// Reads up to the first element.
    private func begin() throws(CaptureError) {
        json.skipByteOrderMark()
        guard case .array(let names) = place else { return try json.enter(UInt8(ascii: "{")) }
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
        if case .array(let names) = place {
            for _ in names {
                var isFirst = false
                while try json.nextName(&isFirst) != nil { try json.skipValue() }
            }
        }
        guard try json.valueStart() == nil else { throw json.failure }
    }
}
