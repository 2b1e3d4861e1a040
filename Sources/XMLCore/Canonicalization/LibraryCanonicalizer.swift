internal import CXMLShims

/// libxml2's canonicalization, run over libxml2's own tree of the same bytes.
struct LibraryCanonicalizer {
    let method: XML.CanonicalizationMethod
    let limits: XML.CanonicalizationLimits

    /// The nodes to write.
    enum Selection {
        /// An element, or the whole document where there is none.
        case subtree(XML.Element?, excluding: XML.Element?)
        case nodeSet(XPath)
    }

    /// An XPath 1.0 expression and the prefixes it uses.
    struct XPath {
        let expression: String
        let bindings: [(prefix: String, namespace: XML.Namespace)]
    }

    func form(
        of selection: Selection, in storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        let prefixes = method.inclusiveNamespaces?.prefixList ?? []
        guard prefixes.count <= limits.prefixCount else {
            throw XML.CanonicalizationError(code: .tooManyPrefixes)
        }
        var request = unsafe CXMLShims_canonicalizationRequest()
        unsafe request.method = CXMLShims_method(method.algorithm)
        unsafe request.withComments = method.withComments ? 1 : 0
        unsafe request.maximumBytes = limits.byteCount(forSource: storage.sourceCount)
        var xpath: XPath?
        switch selection {
        case .subtree(let element, let excluded):
            unsafe request.element = storage.elementOrdinal(of: element)
            unsafe request.excludedElement = storage.elementOrdinal(of: excluded)
        case .nodeSet(let path): xpath = path
        }
        let bytes = unsafe try Self.run(request, prefixes: prefixes, xpath: xpath, on: storage)
        return XML.CanonicalForm(bytes: bytes, method: method)
    }

    private static func run(
        _ request: CXMLShims_canonicalizationRequest, prefixes: [String], xpath: XPath?,
        on storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> [UInt8] {
        let bindings = (xpath?.bindings ?? []).flatMap { [$0.prefix, $0.namespace.rawValue] }
        let expression = xpath.map { [$0.expression] } ?? []
        return unsafe try withCStrings(prefixes) {
            (prefixes) throws(XML.CanonicalizationError) -> [UInt8] in
            unsafe try withCStrings(bindings) {
                (bindings) throws(XML.CanonicalizationError) -> [UInt8] in
                unsafe try withCStrings(expression) {
                    (expression) throws(XML.CanonicalizationError) -> [UInt8] in
                    var request = unsafe request
                    unsafe request.prefixes = prefixes.baseAddress
                    unsafe request.prefixCount = UInt32(prefixes.count)
                    unsafe request.bindings = bindings.baseAddress
                    unsafe request.bindingCount = UInt32(bindings.count)
                    unsafe request.xpath = expression.first ?? nil
                    return try unsafe bytes(of: request, on: storage)
                }
            }
        }
    }

    private static func bytes(
        of request: CXMLShims_canonicalizationRequest, on storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> [UInt8] {
        unsafe try storage.withSource { (source) throws(XML.CanonicalizationError) -> [UInt8] in
            var request = unsafe request
            var buffer = unsafe CXMLShims_buffer()
            var diagnostic = CXMLShims_diagnostic()
            guard let base = source.baseAddress else {
                throw XML.CanonicalizationError(code: .failed)
            }
            let status = unsafe CXMLShims_canonicalize(
                base.assumingMemoryBound(to: UInt8.self), source.count, &request, &buffer,
                &diagnostic)
            guard status == CXMLShims_ok else {
                throw XML.CanonicalizationError(code: .init(status))
            }
            defer { unsafe CXMLShims_bufferFree(&buffer) }
            return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
        }
    }
}

/// Runs `body` with the strings as NUL-terminated UTF-8.
func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) throws(XML.CanonicalizationError) -> Result
) throws(XML.CanonicalizationError) -> Result {
    if strings.isEmpty { return try unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
        offsets.append(bytes.count)
        bytes.append(contentsOf: string.utf8.map { CChar(bitPattern: $0) })
        bytes.append(0)
    }
    return try unsafe bytes.withUnsafeBufferPointer {
        (buffer) throws(XML.CanonicalizationError) -> Result in
        let pointers = unsafe offsets.map { unsafe buffer.baseAddress?.advanced(by: $0) }
        return try unsafe pointers.withUnsafeBufferPointer(body)
    }
}

extension XML.DocumentStorage {
    /// Returns the number of elements before `element`, in document order.
    fileprivate func elementOrdinal(of element: XML.Element?) -> UInt32 {
        guard let index = element?.index else { return UInt32.max }
        let count = (1..<max(1, index)).count { node($0).kind == CXMLShims_element.rawValue }
        return UInt32(count)
    }
}

extension CXMLShims_method {
    init(_ algorithm: XML.CanonicalizationMethod.Algorithm) {
        self =
            switch algorithm {
            case .canonicalXML10: CXMLShims_canonicalXML10
            case .canonicalXML11: CXMLShims_canonicalXML11
            case .exclusive: CXMLShims_exclusive
            }
    }
}

extension XML.CanonicalizationError.Code {
    init(_ status: CXMLShims_status) {
        self =
            switch status {
            case CXMLShims_relativeNamespaceName: .relativeNamespaceName
            case CXMLShims_outputTooLong: .tooManyBytes
            case CXMLShims_invalidXPath: .invalidXPath
            case CXMLShims_notANodeSet: .notANodeSet
            case CXMLShims_tooManyOperations: .tooManyOperations
            case CXMLShims_outOfMemory: .outOfMemory
            case CXMLShims_needsLibrary: .inheritedBase
            default: .failed
            }
    }
}
