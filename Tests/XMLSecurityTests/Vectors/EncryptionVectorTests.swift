import TestSupport
import XCTest

/// Public vectors of XML Encryption, where they are present.
final class EncryptionVectorTests: XCTestCase, ReachesUnsafeCode {
    func testEveryVectorHasTheOutcomeItsRowExpectsUnlessARuleListsIt() throws {
        guard let folder = ReferenceData.vectors else {
            throw XCTSkip("The folder with the public vectors is absent.")
        }
        guard PKCS12.isReadable else {
            throw XCTSkip("The openssl command, which opens their PKCS #12 files, is absent.")
        }
        let rows = try Vector.all(ofKind: "enc", in: folder)
        try VectorCheck(rules: RefusalRule.encryptions).run(rows, "enc vectors") {
            try EncryptionVector($0, in: folder).outcome()
        }
    }
}
