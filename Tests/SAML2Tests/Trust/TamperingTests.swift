import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signed content that was changed after it was signed.
final class TamperingTests: XCTestCase, ReachesUnsafeCode {
    func testChangedContentIsRefused() throws {
        let changes = [
            ("subscriber-1", "subscriber-2"), ("subscriber-1", "subscriber-1 "), ("u-1", "u-2"),
            ("<saml:Subject>", "<saml:Subject> "), ("tv-14", "tv-ma"),
            ("NotBefore=\"2026", "NotBefore=\"2025"), ("Name=\"uid\"", "Name=\"uniqueId\""),
            ("u-1", "<?x y?>u-1"), ("u-1", "u&#45;1 "),
        ]
        for layout in SignedFixture.Layout.allCases {
            for (old, new) in changes {
                try assertVerdict(
                    SignedFixture.message(layout).changing(old, to: new),
                    .signature(.digestMismatch), "\(layout): \(new)")
            }
        }
    }

    func testCommentInsideNameIDDoesNotTruncateIt() throws {
        for layout in SignedFixture.Layout.allCases {
            let message = try SignedFixture.message(layout)
                .changing("subscriber-1", to: "subscriber<!-- -->-1")
            let verified = try SignedFixture.verified(message, trusting: SignedFixture.trusting())
            XCTAssertEqual(verified.assertion?.subject?.nameID?.value, "subscriber-1")
        }
    }

    func testRelativeNamespaceNameIsRefused() throws {
        for layout in SignedFixture.Layout.allCases {
            try assertVerdict(
                SignedFixture.message(layout).changing("u-1", to: "<x:y xmlns:x=\"1\"/>"),
                .signature(.canonicalizationFailed), "\(layout)")
        }
    }

    func testNoSingleByteCanBeChangedWithoutNotice() throws {
        var generator = SeededGenerator("single-byte changes")
        var refused = 0
        var unchanged = 0
        for layout in SignedFixture.Layout.allCases {
            let message = try SignedFixture.message(layout)
            (refused, unchanged) = try mutate(
                Array(message.utf8), trusting: SignedFixture.trusting(), count: 300,
                adding: (refused, unchanged), using: &generator)
        }
        for name in [
            "01-pretty-lf-assertion-signed-rsa-sha256", "08-response-signed-rsa-sha512",
            "13-assertion-signed-ecdsa-p256-sha256", "18-inclusive-c14n10-assertion-signed",
        ] {
            (refused, unchanged) = try mutate(
                try Repository.sample("captures/\(name).xml"), trusting: SampleTrust.everyIssuer(),
                count: 300, adding: (refused, unchanged), using: &generator)
        }
        print("single-byte changes: \(refused) refused, \(unchanged) without effect")
        XCTAssertGreaterThan(refused, 1000)
    }

    /// Changes one byte at a time; what is accepted must say what the original says.
    private func mutate(
        _ original: [UInt8], trusting trust: SAML.TrustStore, count: Int,
        adding counts: (refused: Int, unchanged: Int), using generator: inout SeededGenerator
    ) throws -> (refused: Int, unchanged: Int) {
        var counts = counts
        let verifier = SAML.MessageVerifier(trusting: trust)
        let genuine = try verifier.verifiedResponse(in: XML.Document(parsing: original))
        let forms = (genuine.verifiedAssertions + [genuine.verifiedResponse].compactMap(\.self))
            .map(\.bytes)
        for _ in 0..<count {
            var changed = original
            let index = Int.random(in: changed.indices, using: &generator)
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            guard let document = try? XML.Document(parsing: changed),
                let verified = try? verifier.verifiedResponse(in: document)
            else {
                counts.refused += 1
                continue
            }
            let changedForms =
                (verified.verifiedAssertions + [verified.verifiedResponse].compactMap(\.self))
                .map(\.bytes)
            XCTAssertEqual(changedForms, forms, "byte \(index)")
            XCTAssertEqual(verified.assertions, genuine.assertions)
            counts.unchanged += 1
        }
        return counts
    }
}
