import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signature wrapping: what was signed stands elsewhere, and something else where it is read.
final class WrappingAttackTests: XCTestCase, ReachesUnsafeCode {
    /// A message with its signed assertion, and a forged one made from it.
    private struct Parts {
        let message: String
        let assertion: String
        let signature: String
        /// The assertion without its signature.
        let bare: String
        /// ``bare`` with another name and another `ID`.
        let evil: String

        init() throws {
            message = try SignedFixture.message()
            assertion = try message.part("saml:Assertion")
            signature = try message.part("ds:Signature")
            bare = try assertion.changing(signature, to: "")
            evil = try bare.changing("subscriber-1", to: "admin").changing(
                "_assertion", to: "_evil")
        }

        /// The message with something else in place of the assertion.
        func with(_ replacement: String) throws -> String {
            try message.changing(assertion, to: replacement)
        }

        /// A forged assertion that carries `signature`.
        func evil(with signature: String) throws -> String {
            try evil.changing("</saml:Issuer>", to: "</saml:Issuer>\(signature)")
        }
    }

    private func evilResponse(around content: String, in message: String) throws -> String {
        let signature = try message.part("ds:Signature")
        return try message.changing(signature, to: content).changing("_response", to: "_evil")
            .changing("\"_assertion", to: "\"_evilAssertion").changing("subscriber-1", to: "admin")
    }

    func testSignedResponseInsideTheSignatureOfAForgedOneIsRefused() throws {
        let message = try SignedFixture.message(.response)
        let signature = try message.part("ds:Signature")
        let original = try message.changing(signature, to: "")
        let wrapped = try signature.changing("</ds:Signature>", to: "\(original)</ds:Signature>")
        try assertVerdict(
            evilResponse(around: wrapped, in: message), .signature(.malformedSignature))
    }

    func testSignedResponseBesideTheSignatureOfAForgedOneIsRefused() throws {
        let message = try SignedFixture.message(.response)
        let signature = try message.part("ds:Signature")
        let original = try message.changing(signature, to: "")
        try assertVerdict(
            evilResponse(around: original + signature, in: message), .structure(.unexpectedElement))
    }

    func testSignedResponseInExtensionsOfAForgedOneIsRefused() throws {
        let message = try SignedFixture.message(.response)
        let extensions = "<samlp:Extensions>\(message)</samlp:Extensions>"
        try assertVerdict(evilResponse(around: extensions, in: message), .signature(.absent))
    }

    func testForgedAssertionBesideTheSignedOneIsRefused() throws {
        let parts = try Parts()
        try assertVerdict(parts.with(parts.evil + parts.assertion), .signature(.absent))
        try assertVerdict(parts.with(parts.assertion + parts.evil), .signature(.absent))
    }

    func testSignedAssertionInsideAForgedOneIsRefused() throws {
        let parts = try Parts()
        let evil = try parts.evil.changing(
            "</saml:Assertion>", to: "\(parts.assertion)</saml:Assertion>")
        try assertVerdict(parts.with(evil), .structure(.unexpectedElement))
    }

    func testSignatureMovedToAForgedAssertionIsRefused() throws {
        let parts = try Parts()
        let evil = try parts.evil(with: parts.signature)
        try assertVerdict(parts.with(evil + parts.bare), .signature(.referenceElsewhere))
        try assertVerdict(parts.with(parts.bare + evil), .signature(.referenceElsewhere))
        try assertVerdict(parts.with(evil), .signature(.referenceElsewhere))
    }

    func testSignedAssertionInsideTheSignatureOfAForgedOneIsRefused() throws {
        let parts = try Parts()
        for wrapped in [parts.bare, "<ds:Object>\(parts.bare)</ds:Object>"] {
            let signature = try parts.signature.changing(
                "</ds:Signature>", to: "\(wrapped)</ds:Signature>")
            let evil = try parts.evil(with: signature)
            try assertVerdict(parts.with(evil), .signature(.malformedSignature))
        }
    }

    func testForgedAssertionInExtensionsIsNotRead() throws {
        let parts = try Parts()
        let extensions = "<samlp:Extensions>\(parts.evil)</samlp:Extensions>"
        let message = try parts.message.changing(
            "<samlp:Status>", to: extensions + "<samlp:Status>")
        let verified = try SignedFixture.verified(message, trusting: SignedFixture.trusting())
        XCTAssertEqual(verified.assertions.map(\.id), ["_assertion"])
        XCTAssertEqual(verified.assertion?.subject?.nameID?.value, "subscriber-1")
    }

    func testSignedAssertionInExtensionsBesideAForgedOneIsRefused() throws {
        let parts = try Parts()
        let message = try parts.with(parts.evil).changing(
            "<samlp:Status>",
            to: "<samlp:Extensions>\(parts.assertion)</samlp:Extensions><samlp:Status>")
        try assertVerdict(message, .signature(.absent))
    }

    func testSignedAssertionInAdviceOfAForgedOneIsRefused() throws {
        let parts = try Parts()
        let advice = "<saml:Advice>\(parts.assertion)</saml:Advice>"
        let evil = try parts.evil.changing("</saml:Conditions>", to: "</saml:Conditions>\(advice)")
        try assertVerdict(parts.with(evil), .signature(.absent))
    }

    func testElementsThatShareAnIdentifierAreRefused() throws {
        let parts = try Parts()
        let evil = try parts.evil.changing("_evil", to: "_assertion")
        try assertVerdict(parts.with(evil + parts.assertion), .parsing(.duplicateIdentifier))
        let aliased = try parts.evil.changing("ID=\"_evil\"", to: "Id=\"_assertion\"")
        try assertVerdict(parts.with(parts.assertion + aliased), .parsing(.duplicateIdentifier))
    }

    func testResponseInsideAResponseIsRefused() throws {
        let message = try SignedFixture.message()
        let outer = try ResponseFixture(assertions: []).xml.changing("_response", to: "_outer")
        try assertVerdict(
            outer.changing("</samlp:Response>", to: "\(message)</samlp:Response>"),
            .structure(.unexpectedElement))
    }
}
