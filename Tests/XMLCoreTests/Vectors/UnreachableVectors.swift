/// The canonicalization vectors that this package does not reach, by the reason.
///
/// The runner keeps the table exact: a vector that is listed and passes fails the test as one does
/// that is not listed and fails.
enum UnreachableVectors {
    /// The reason for each vector that is not reached.
    static let reasons: [String: String] = Dictionary(
        uniqueKeysWithValues: byReason.flatMap { reason, vectors in
            vectors.split(separator: "\n").map { (String($0), reason) }
        })

    private static let byReason: KeyValuePairs = [
        "the document has a document type declaration, which is always refused":
            documentTypeDeclarations,
        "the document declares ISO-8859-1, and only UTF-8 and UTF-16 are read": otherEncodings,
        "the reference uses XPath Filter 2.0, which the package does not have": filters,
        "the reference uses XSLT, which the package does not have": styleSheets,
    ]

    private static let documentTypeDeclarations = """
        c14n20/inC14N3/c14nDefault
        libxml2/1-1-without-comments/example-3
        libxml2/1-1-without-comments/example-4
        libxml2/1-1-without-comments/example-5
        libxml2/1-1-without-comments/example-7
        libxml2/1-1-without-comments/example-8
        libxml2/1-1-without-comments/xmlbase-c14n11spec-102
        libxml2/1-1-without-comments/xmlbase-c14n11spec2-102
        libxml2/exc-without-comments/test-0
        libxml2/exc-without-comments/test-1
        libxml2/with-comments/example-3
        libxml2/with-comments/example-4
        libxml2/with-comments/example-5
        libxml2/with-comments/example-7
        libxml2/without-comments/example-3
        libxml2/without-comments/example-4
        libxml2/without-comments/example-5
        libxml2/without-comments/example-7
        libxml2/without-comments/test-1
        libxml2/without-comments/test-3
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#10
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#11
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#12
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#13
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#14
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#15
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#16
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#17
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#19
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#2
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#20
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#3
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#4
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#5
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#6
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#7
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#8
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-sixteen/bad-signature#9
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#10
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#11
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#12
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#13
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#14
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#15
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#16
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#17
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#19
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#2
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#3
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#4
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#5
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#6
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#7
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#8
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-twenty-three/signature#9
        refs/santuario/org/w3c/www/interop/xmldsig/c14n11/xmlbase-c14n11spec-102-IAIK#0
        refs/santuario/org/w3c/www/interop/xmldsig/c14n11/xmlbase-c14n11spec-102-IBM#0
        refs/santuario/org/w3c/www/interop/xmldsig/c14n11/xmlbase-c14n11spec2-102-IAIK#0
        refs/santuario/org/w3c/www/interop/xmldsig/c14n11/xmlbase-c14n11spec2-102-IBM#0
        santuario/in/31_input/c14n10
        santuario/in/31_input/c14n10/comments
        santuario/in/31_input/c14n11
        santuario/in/31_input/c14n11/comments
        santuario/in/34_input/c14n10
        santuario/in/34_input/c14n11
        santuario/in/34_input_validatingParser/c14n10
        santuario/in/34_input_validatingParser/c14n11
        w3c-c14n11/xmlbase-c14n11spec-102
        w3c-c14n11/xmlbase-c14n11spec2-102
        """

    private static let otherEncodings = """
        santuario/in/36_input/c14n10
        santuario/in/36_input/c14n11
        """

    private static let filters = """
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-filter2-one/sign-xfdl#0
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-filter2-one/signature#0
        refs/santuario/ie/baltimore/merlin-examples/merlin-xmldsig-filter2-one/signature#1
        refs/xmlsec/merlin-xpath-filter2-three/sign-xfdl#0
        """

    private static let styleSheets = """
        refs/santuario/org/w3c/www/interop/xmldsig/defCan-2-IAIK#0
        refs/santuario/org/w3c/www/interop/xmldsig/defCan-3-IAIK#0
        """
}
