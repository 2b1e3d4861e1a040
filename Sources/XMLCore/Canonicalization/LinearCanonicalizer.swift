internal import CXMLShims

/// Our canonicalization: one pass over the arena, linear in what is read and written.
///
/// ``LibraryCanonicalizer`` is the reference it is held equal to.
struct LinearCanonicalizer {
    let method: XML.CanonicalizationMethod
    let limits: XML.CanonicalizationLimits

    /// The canonical form of the subtree of a node, 0 for the document, or of each element directly
    /// inside it.
    func form(
        ofNode node: UInt32, excluding excluded: UInt32?, isContentOnly: Bool = false,
        in storage: XML.DocumentStorage
    ) throws(XML.CanonicalizationError) -> XML.CanonicalForm {
        let prefixes = method.inclusiveNamespaces?.prefixList ?? []
        guard prefixes.count <= limits.prefixCount else {
            throw XML.CanonicalizationError(.tooManyPrefixes)
        }
        let octets = try unsafe withCStrings(prefixes) {
            (prefixes) throws(XML.CanonicalizationError) -> [UInt8] in
            var request = unsafe CXMLShims_linearRequest()
            unsafe request.method = CXMLShims_method(method.algorithm)
            unsafe request.withComments = method.withComments ? 1 : 0
            unsafe request.prefixes = prefixes.baseAddress
            unsafe request.prefixCount = UInt32(prefixes.count)
            unsafe request.node = node
            unsafe request.excludedNode = excluded ?? UInt32.max
            unsafe request.isContentOnly = isContentOnly ? 1 : 0
            unsafe request.maximumOctets = max(0, limits.octetCount)
            return try unsafe storage.canonicalOctets(request)
        }
        return XML.CanonicalForm(octets: octets, method: method)
    }
}
