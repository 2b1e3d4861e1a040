internal import CXMLShims

extension XML {
    /// A reader of a document of any size, piece by piece, for containers of messages.
    ///
    /// Nothing that decides about a message reads by it. Memory stays flat: texts come in pieces, and one tag at a
    /// time is held. A document type declaration is skipped unread when it declares elements and attributes only;
    /// one that declares an entity or names an external identifier is refused as
    /// ``ParsingError/Code-swift.enum/documentTypeDeclaration``. No file and no address is ever opened.
    @safe package struct StreamReader: ~Copyable {
        /// A part of the document.
        package enum Event: Hashable, Sendable {
            case start(name: String, attributes: [Attribute])
            /// A text, or a piece of one.
            case text([UInt8])
            case end(name: String)
        }

        /// An attribute of an element.
        package struct Attribute: Hashable, Sendable {
            package let name: String
            package let value: [UInt8]

            package init(name: String, value: [UInt8]) {
                self.name = name
                self.value = value
            }
        }

        private let stream: OpaquePointer?

        /// Begins a document.
        ///
        /// - Parameters:
        ///   - limits: The limits on depth, attributes, namespaces and names; those on bytes and nodes do not apply.
        ///   - markupByteCount: The longest tag, comment, processing instruction or document type declaration.
        package init(
            limits: ParsingLimits = ParsingLimits(depth: 64), markupByteCount: Int = 4 << 20
        ) {
            library
            func clamped(_ value: Int) -> UInt32 { UInt32(max(0, min(value, Int(Int32.max)))) }
            var limits = CXMLShims_streamLimits(
                depth: clamped(limits.depth),
                attributesPerElement: clamped(limits.attributesPerElement),
                namespacesInScope: clamped(limits.namespacesInScope),
                nameLength: clamped(limits.nameLength),
                distinctNames: clamped(limits.distinctNameCount),
                markupLength: clamped(markupByteCount))
            unsafe stream = CXMLShims_streamOpen(&limits)
        }

        deinit {
            unsafe CXMLShims_streamFree(stream)
        }

        /// Reads the next bytes of the document.
        ///
        /// - Parameters:
        ///   - bytes: The bytes, as many as there are.
        ///   - isLast: True when nothing follows them.
        ///   - body: Called for each event; those before an error are given.
        /// - Throws: A ``ParsingError``, the first and, from then on, for whatever is fed.
        package mutating func feed(
            _ bytes: some Collection<UInt8>, isLast: Bool = false, _ body: (Event) -> Void
        ) throws(ParsingError) {
            var rest = Array(bytes)[...]
            repeat {
                let piece = rest.prefix(Int(CXMLSHIMS_PIECE))
                rest = rest.dropFirst(piece.count)
                try feed(piece: piece, isLast: isLast && rest.isEmpty, body)
            } while !rest.isEmpty
        }

        private func feed(
            piece: ArraySlice<UInt8>, isLast: Bool, _ body: (Event) -> Void
        ) throws(ParsingError) {
            guard let stream = unsafe stream else { throw ParsingError(.outOfMemory) }
            var events = unsafe CXMLShims_events()
            var diagnostic = CXMLShims_diagnostic()
            let status = unsafe piece.withUnsafeBufferPointer { bytes in
                unsafe CXMLShims_streamFeed(
                    stream, bytes.baseAddress, bytes.count, isLast ? 1 : 0, &events, &diagnostic)
            }
            unsafe EventList(events).forEach(body)
            if status != CXMLShims_ok { throw ParsingError(diagnostic) }
        }
    }
}

/// The events of one piece, which stay valid until the next one is read.
@unsafe private struct EventList {
    private let items: UnsafeBufferPointer<CXMLShims_event>
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ events: CXMLShims_events) {
        unsafe items = UnsafeBufferPointer(start: events.items, count: Int(events.count))
        unsafe bytes = UnsafeBufferPointer(start: events.bytes, count: Int(events.byteCount))
    }

    func forEach(_ body: (XML.StreamReader.Event) -> Void) {
        var index = 0
        while unsafe index < items.count {
            let event = unsafe items[index]
            index += 1
            switch CXMLShims_eventKind(event.kind) {
            case CXMLShims_startEvent:
                var attributes: [XML.StreamReader.Attribute] = []
                while unsafe index < items.count,
                    unsafe items[index].kind == CXMLShims_attributeEvent.rawValue
                {
                    let attribute = unsafe items[index]
                    attributes.append(
                        XML.StreamReader.Attribute(
                            name: unsafe name(of: attribute), value: unsafe run(attribute.content)))
                    index += 1
                }
                body(.start(name: unsafe name(of: event), attributes: attributes))
            case CXMLShims_textEvent: body(.text(unsafe run(event.content)))
            default: body(.end(name: unsafe name(of: event)))
            }
        }
    }

    /// The local name, after its namespace in braces if it is in one.
    private func name(of event: CXMLShims_event) -> String {
        let local = String(decoding: unsafe run(event.local), as: UTF8.self)
        guard event.uri.length > 0 else { return local }
        return "{\(String(decoding: unsafe run(event.uri), as: UTF8.self))}\(local)"
    }

    private func run(_ string: CXMLShims_string) -> [UInt8] {
        let start = Int(string.offset)
        return unsafe Array(bytes[start..<start + Int(string.length)])
    }
}
