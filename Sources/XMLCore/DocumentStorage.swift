internal import CXMLShims

extension XML {
    /// Owns one arena and frees it.
    ///
    /// `@unchecked Sendable` holds because the arena is never written to after
    /// `CXMLShims_parse` has returned it, because it holds no libxml2 object, and because its
    /// address leaves this class only inside the calls of this module.
    @safe final class DocumentStorage: @unchecked Sendable {
        private let arena: UnsafeMutablePointer<CXMLShims_arena>
        private let nodes: UnsafeBufferPointer<CXMLShims_node>
        private let attributes: UnsafeBufferPointer<CXMLShims_attribute>
        private let namespaces: UnsafeBufferPointer<CXMLShims_namespace>
        private let names: UnsafeBufferPointer<CXMLShims_name>
        private let strings: UnsafeBufferPointer<CXMLShims_string>
        private let bytes: UnsafeRawBufferPointer
        private let source: UnsafeRawBufferPointer

        convenience init(
            parsing utf8: ArraySlice<UInt8>, limits: ParsingLimits
        ) throws(ParsingError) {
            library
            guard !utf8.isEmpty else { throw ParsingError(.empty) }
            var cLimits = CXMLShims_limits(limits)
            var diagnostic = CXMLShims_diagnostic()
            let parsed = unsafe utf8.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.flatMap {
                    unsafe CXMLShims_parse($0, bytes.count, &cLimits, &diagnostic)
                }
            }
            guard let arena = unsafe parsed else { throw ParsingError(diagnostic) }
            unsafe self.init(owning: arena)
        }

        /// Reads what our canonicalization wrote, without libxml2.
        convenience init(
            rereading form: borrowing LinearForm, limits: ParsingLimits
        ) throws(ParsingError) {
            var cLimits = CXMLShims_limits(limits)
            var diagnostic = CXMLShims_diagnostic()
            let read = unsafe form.withBytes { bytes in
                unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress.flatMap {
                    unsafe CXMLShims_readCanonicalForm(
                        $0, bytes.count, &cLimits, Self.seed, &diagnostic)
                }
            }
            guard let arena = unsafe read else { throw ParsingError(diagnostic) }
            unsafe self.init(owning: arena)
        }

        /// Swift's per-process hash seed, which is unknown to senders.
        private static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

        private init(owning arena: UnsafeMutablePointer<CXMLShims_arena>) {
            unsafe self.arena = arena
            let contents = unsafe arena.pointee
            unsafe nodes = UnsafeBufferPointer(
                start: contents.nodes, count: Int(contents.nodeCount))
            unsafe attributes = UnsafeBufferPointer(
                start: contents.attributes, count: Int(contents.attributeCount))
            unsafe namespaces = UnsafeBufferPointer(
                start: contents.namespaces, count: Int(contents.namespaceCount))
            unsafe names = UnsafeBufferPointer(
                start: contents.names, count: Int(contents.nameCount))
            unsafe strings = UnsafeBufferPointer(
                start: contents.strings, count: Int(contents.stringCount))
            unsafe bytes = UnsafeRawBufferPointer(
                start: contents.bytes, count: contents.byteCount)
            unsafe source = UnsafeRawBufferPointer(
                start: contents.source, count: contents.sourceCount)
        }

        deinit {
            unsafe CXMLShims_free(arena)
        }
    }
}

// Every index below comes from the arena itself; the subscripts check it in debug builds, and the
// arena's builder is what guarantees it in release.
extension XML.DocumentStorage {
    var hasPlainMarkup: Bool { unsafe arena.pointee.hasPlainMarkup != 0 }

    var nodeCount: UInt32 { unsafe arena.pointee.nodeCount }

    var sourceCount: Int { unsafe source.count }

    func node(_ index: UInt32) -> CXMLShims_node { unsafe nodes[Int(index)] }

    func attribute(_ index: UInt32) -> CXMLShims_attribute { unsafe attributes[Int(index)] }

    func namespace(_ index: UInt32) -> CXMLShims_namespace { unsafe namespaces[Int(index)] }

    func name(_ index: UInt32) -> CXMLShims_name { unsafe names[Int(index)] }

    var nameCount: UInt32 { unsafe arena.pointee.nameCount }

    /// An interned string, `nil` for `CXMLSHIMS_NONE`.
    func string(_ index: UInt32) -> String? {
        guard index != UInt32.max else { return nil }
        return string(unsafe strings[Int(index)])
    }

    func string(_ range: CXMLShims_string) -> String {
        unsafe String(decoding: unsafe bytes(range), as: UTF8.self)
    }

    func qualifiedName(_ index: UInt32) -> XML.QualifiedName {
        let name = name(index)
        return XML.QualifiedName(
            string(name.local) ?? "",
            in: string(name.uri).map(XML.Namespace.init(rawValue:)))
    }

    /// Returns whether the name at `index` is `expected`, without making strings.
    func isName(_ index: UInt32, _ expected: XML.QualifiedName) -> Bool {
        let name = name(index)
        guard isString(name.local, expected.localName) else { return false }
        guard let namespace = expected.namespace else { return name.uri == UInt32.max }
        return name.uri != UInt32.max && isString(name.uri, namespace.rawValue)
    }

    /// Returns whether the name at `index` is in a namespace, without making strings.
    func isName(_ index: UInt32, inNamespace namespace: XML.Namespace) -> Bool {
        let uri = name(index).uri
        return uri != UInt32.max && isString(uri, namespace.rawValue)
    }

    private func isString(_ index: UInt32, _ expected: String) -> Bool {
        unsafe isText(strings[Int(index)], expected)
    }

    /// Returns whether a run holds these bytes.
    func isText(_ range: CXMLShims_string, _ expected: String) -> Bool {
        let actual = unsafe bytes(range)
        guard actual.count == expected.utf8.count else { return false }
        let isEqual = unsafe expected.utf8.withContiguousStorageIfAvailable { expected in
            unsafe CXMLShims_equal(actual.baseAddress, expected.baseAddress, expected.count) != 0
        }
        // Native strings always have contiguous bytes; the other way is for bridged ones.
        return unsafe isEqual ?? expected.utf8.elementsEqual(actual)
    }

    /// Returns whether the prefix of a declaration is `expected`, the empty one for the default
    /// namespace.
    func isPrefix(_ index: UInt32, _ expected: String) -> Bool {
        index == UInt32.max ? expected.isEmpty : isString(index, expected)
    }

    /// Returns whether two runs, the second one of another arena, hold the same bytes.
    func equals(
        _ range: CXMLShims_string, _ otherRange: CXMLShims_string, in other: XML.DocumentStorage
    ) -> Bool {
        let one = unsafe bytes(range)
        let two = unsafe other.bytes(otherRange)
        guard one.count == two.count else { return false }
        return unsafe CXMLShims_equal(one.baseAddress, two.baseAddress, one.count) != 0
    }

    /// Returns whether two interned strings, the second one of another arena, are the same.
    func equalsString(_ index: UInt32, _ otherIndex: UInt32, in other: XML.DocumentStorage) -> Bool
    {
        guard index != UInt32.max, otherIndex != UInt32.max else { return index == otherIndex }
        return unsafe equals(strings[Int(index)], other.strings[Int(otherIndex)], in: other)
    }

    /// The bytes of a run; valid while this object is.
    func bytes(_ range: CXMLShims_string) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            rebasing: bytes[Int(range.offset)..<Int(range.offset + range.length)])
    }

    /// Runs our canonicalization.
    func canonicalBytes(
        _ request: CXMLShims_linearRequest
    ) throws(XML.CanonicalizationError) -> [UInt8] {
        var buffer = try unsafe canonicalBuffer(request)
        defer { unsafe CXMLShims_bufferFree(&buffer) }
        return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
    }

    /// Runs our canonicalization; the caller owns the bytes.
    func canonicalBuffer(
        _ request: CXMLShims_linearRequest
    ) throws(XML.CanonicalizationError) -> CXMLShims_buffer {
        var request = unsafe request
        var buffer = unsafe CXMLShims_buffer()
        let status = unsafe CXMLShims_canonicalizeLinearly(arena, &request, &buffer)
        guard status == CXMLShims_ok else {
            throw XML.CanonicalizationError(code: .init(status))
        }
        return unsafe buffer
    }

    /// Runs our canonicalization for the content of several nodes, and returns where each form ends.
    func canonicalContents(
        _ request: CXMLShims_linearRequest, ofNodes nodes: [UInt32]
    ) throws(XML.CanonicalizationError) -> (bytes: [UInt8], ends: [Int]) {
        var ends = [Int](repeating: 0, count: nodes.count)
        let bytes = try unsafe nodes.withUnsafeBufferPointer {
            (nodes) throws(XML.CanonicalizationError) in
            try unsafe ends.withUnsafeMutableBufferPointer {
                (ends) throws(XML.CanonicalizationError) in
                var request = unsafe request
                unsafe request.nodes = nodes.baseAddress
                unsafe request.nodeCount = UInt32(nodes.count)
                unsafe request.ends = ends.baseAddress
                return try unsafe canonicalBytes(request)
            }
        }
        return (bytes, ends)
    }

    /// Runs `body` with the UTF-8 bytes the document was parsed from.
    func withSource<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(source)
    }

    func position(ofSourceOffset offset: UInt32) -> XML.SourcePosition {
        positions(ofSourceOffsets: [offset])[0]
    }

    /// Returns the positions of offsets that ascend, in one pass over the source.
    func positions(ofSourceOffsets offsets: [UInt32]) -> [XML.SourcePosition] {
        var line = 1
        var start = 0
        var index = 0
        return offsets.map { offset in
            let end = min(Int(offset), unsafe source.count)
            while index < end {
                if unsafe source[index] == UInt8(ascii: "\n") {
                    line += 1
                    start = index + 1
                }
                index += 1
            }
            return XML.SourcePosition(line: line, column: end - start + 1)
        }
    }
}

extension CXMLShims_limits {
    fileprivate init(_ limits: XML.ParsingLimits) {
        func clamped(_ value: Int, to maximum: Int = Int(Int32.max)) -> UInt32 {
            UInt32(max(0, min(value, maximum)))
        }
        // Attributes are compared with each other, and prefixes with the namespaces in scope.
        let standard = XML.ParsingLimits.standard
        let scale = max(
            1, limits.attributesPerElement / standard.attributesPerElement,
            limits.namespacesInScope / standard.namespacesInScope)
        self.init(
            bytes: max(0, limits.byteCount), depth: clamped(limits.depth),
            nodes: clamped(limits.nodeCount),
            attributesPerElement: clamped(limits.attributesPerElement),
            namespacesInScope: clamped(limits.namespacesInScope),
            nameLength: clamped(limits.nameLength),
            distinctNames: clamped(limits.distinctNameCount),
            workBase: clamped(limits.workBase),
            workPerByte: clamped(limits.workPerByte * min(scale, 1 << 16)))
    }
}

extension XML.ParsingError {
    init(_ diagnostic: CXMLShims_diagnostic) {
        let position =
            diagnostic.line == 0
            ? nil
            : XML.SourcePosition(line: Int(diagnostic.line), column: Int(diagnostic.column))
        self.init(
            Code(diagnostic.status), at: position,
            libraryCode: diagnostic.libraryCode == 0 ? nil : diagnostic.libraryCode)
    }
}

extension XML.ParsingError.Code {
    fileprivate init(_ status: CXMLShims_status) {
        self =
            switch status {
            case CXMLShims_empty: .empty
            case CXMLShims_tooManyBytes: .tooManyBytes
            case CXMLShims_nulByte: .nulByte
            case CXMLShims_invalidUTF8: .invalidEncoding
            case CXMLShims_documentTypeDeclaration: .documentTypeDeclaration
            case CXMLShims_notNamespaceWellFormed: .notNamespaceWellFormed
            case CXMLShims_undeclaredEntity: .undeclaredEntity
            case CXMLShims_tooDeep: .tooDeep
            case CXMLShims_tooManyNodes: .tooManyNodes
            case CXMLShims_tooManyAttributes: .tooManyAttributes
            case CXMLShims_tooManyNamespaces: .tooManyNamespaces
            case CXMLShims_nameTooLong: .nameTooLong
            case CXMLShims_tooMuchWork: .tooMuchWork
            case CXMLShims_outOfMemory: .outOfMemory
            default: .notWellFormed
            }
    }
}
