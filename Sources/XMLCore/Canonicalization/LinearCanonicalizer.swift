internal import CXMLShims

/// Our canonicalization: one pass over the arena, linear in what is read and written.
///
/// ``LibraryCanonicalizer`` is the reference it is held equal to.
struct LinearCanonicalizer {
    let method: XML.CanonicalizationMethod
    let limits: XML.CanonicalizationLimits

    /// The canonical form of an element, or of the whole document where there is none.
    func form(
        of element: XML.Element?, excluding excluded: XML.Element?,
        in storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        let bytes = try unsafe withRequest(on: storage) {
            (request) throws(XML.CanonicalizationError) -> [UInt8] in
            var request = unsafe request
            unsafe request.node = element?.index ?? 0
            unsafe request.excludedNode = excluded?.index ?? UInt32.max
            return try unsafe storage.canonicalBytes(request)
        }
        return XML.CanonicalForm(bytes: bytes, method: method)
    }

    /// The canonical form of an element, for the reader of such forms.
    func linearForm(
        of element: XML.Element, excluding excluded: XML.Element?,
        in storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> XML.LinearForm {
        let buffer = try unsafe withRequest(on: storage) {
            (request) throws(XML.CanonicalizationError) -> CXMLShims_buffer in
            var request = unsafe request
            unsafe request.node = element.index
            unsafe request.excludedNode = excluded?.index ?? UInt32.max
            return try unsafe storage.canonicalBuffer(request)
        }
        return unsafe XML.LinearForm(owning: buffer)
    }

    /// The canonical forms of the elements directly inside each of several nodes.
    func contents(
        ofNodes nodes: [UInt32], in storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> [ArraySlice<UInt8>] {
        let (bytes, ends) = try unsafe withRequest(on: storage) {
            (request) throws(XML.CanonicalizationError) -> ([UInt8], [Int]) in
            var request = unsafe request
            unsafe request.excludedNode = UInt32.max
            return try unsafe storage.canonicalContents(request, ofNodes: nodes)
        }
        return zip([0] + ends, ends).map { bytes[$0..<$1] }
    }

    /// Runs `body` with a request that says all but what is written.
    private func withRequest<Value>(
        on storage: XML.DocumentStorage,
        _ body: (CXMLShims_linearRequest) throws(XML.CanonicalizationError) -> Value
    ) throws(XML.CanonicalizationError) -> Value {
        let prefixes = method.inclusiveNamespaces?.prefixList ?? []
        guard prefixes.count <= limits.prefixCount else {
            throw XML.CanonicalizationError(code: .tooManyPrefixes)
        }
        return try unsafe withCStrings(prefixes) {
            (prefixes) throws(XML.CanonicalizationError) -> Value in
            var request = unsafe CXMLShims_linearRequest()
            unsafe request.method = CXMLShims_method(method.algorithm)
            unsafe request.withComments = method.withComments ? 1 : 0
            unsafe request.prefixes = prefixes.baseAddress
            unsafe request.prefixCount = UInt32(prefixes.count)
            unsafe request.maximumBytes = limits.byteCount(forSource: storage.sourceCount)
            return try unsafe body(request)
        }
    }
}
