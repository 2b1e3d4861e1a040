import Foundation
import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Public vectors of XML Signature, where they are present.
final class SignatureVectorTests: XCTestCase, ReachesUnsafeCode {
    private func vectors() throws -> (folder: URL, rows: [Vector]) {
        guard let folder = ReferenceData.vectors else {
            throw XCTSkip("The folder with the public vectors is absent.")
        }
        return (folder, try Vector.all(ofKind: "dsig", in: folder))
    }

    func testEveryVectorHasTheOutcomeItsRowExpectsUnlessARuleListsIt() throws {
        let (folder, rows) = try vectors()
        try VectorCheck(rules: RefusalRule.signatures).run(rows, "dsig vectors") { vector in
            vector.parameters["cmd"] == "saml-signature-profile"
                ? try Self.profileOutcome(of: vector, in: folder)
                : try Self.outcome(of: vector, in: folder)
        }
    }

    func testWhatTheVerifierOfMessagesAcceptsTheOtherOneReadsAlike() throws {
        let (folder, rows) = try vectors()
        var accepted = 0
        for row in rows where row.parameters["cmd"] != "saml-signature-profile" {
            guard let vector = try? SignatureVector(row, in: folder),
                let parent = vector.signature.parent
            else { continue }
            let verdict = SignatureVerifier(trusting: vector.keys, policy: .legacySHA1)
                .verdict(onSignatureOf: parent, in: vector.document)
            guard case .success(let verified) = verdict else { continue }
            XCTAssertEqual(row.expected, "valid", row.id)
            let contents = try vector.verified().contents
            XCTAssertEqual(contents.map(\.bytes), [verified.bytes], row.id)
            XCTAssertEqual(contents.first?.element?.name, verified.element.name, row.id)
            accepted += 1
        }
        XCTAssertGreaterThan(accepted, 0)
        print("dsig vectors: \(accepted) rows have a signature in the layout of SAML")
    }

    private static func outcome(of vector: Vector, in folder: URL) throws -> VectorOutcome {
        do {
            _ = try SignatureVector(vector, in: folder).verified()
            return .accepted
        } catch let error as XML.ParsingError {
            return .refused(error.code.rawValue)
        } catch let failure as XMLDSig.InteroperabilityFailure {
            return .refused(failure.code.rawValue)
        }
    }

    /// The verdict on the structure alone: without keys, what is well built has none that made it.
    private static func profileOutcome(of vector: Vector, in folder: URL) throws -> VectorOutcome {
        let document = try XML.Document(
            parsing: Data(contentsOf: folder.appending(path: vector.path)))
        let verdict = SignatureVerifier(trusting: [], policy: .legacySHA1)
            .verdict(onSignatureOf: document.rootElement, in: document)
        guard case .failure(let failure) = verdict else { return .accepted }
        return failure.code == .noTrustedKey ? .accepted : .refused(failure.code.rawValue)
    }
}
