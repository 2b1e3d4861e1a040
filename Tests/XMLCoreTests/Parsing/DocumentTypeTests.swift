import TestSupport
import XCTest
import XMLCore

/// No document type declaration is ever read, and no entity but the predefined ones exists.
final class DocumentTypeTests: XCTestCase, ReachesUnsafeCode {
    func testDeclarationWithoutSubsetIsRefused() {
        assertRefused("<!DOCTYPE a><a/>", .documentTypeDeclaration)
    }

    func testInternalSubsetIsRefused() {
        assertRefused(
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            .documentTypeDeclaration, at: (2, 13))
    }

    func testExternalSubsetIsRefused() {
        assertRefused(
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", .documentTypeDeclaration)
        assertRefused(
            "<!DOCTYPE a PUBLIC '-//X//Y' 'http://dtd.example.org/a.dtd'><a/>",
            .documentTypeDeclaration)
    }

    func testExternalEntityIsRefused() {
        assertRefused(
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            .documentTypeDeclaration)
    }

    func testDeclarationAfterACommentAndAnInstructionIsRefused() {
        assertRefused("<!-- c --><?p?>\n<!DOCTYPE a><a/>", .documentTypeDeclaration)
    }

    func testBillionLaughsAreRefusedBeforeTheFirstEntityIsDeclared() {
        var subset = "<!ENTITY l0 'lol'>"
        for level in 1...9 {
            let references = String(repeating: "&l\(level - 1);", count: 10)
            subset += "<!ENTITY l\(level) '\(references)'>"
        }
        // The place is the subset's opening bracket, before anything in it.
        assertRefused(
            "<!DOCTYPE l [\(subset)]><l>&l9;</l>", .documentTypeDeclaration, at: (1, 13))
    }

    func testMalformedSubsetIsRefusedForTheDeclarationAndNotForItsContent() {
        assertRefused("<!DOCTYPE a [<!ENTITY", .documentTypeDeclaration)
    }

    func testDeclarationAfterTheRootElementIsNotWellFormed() {
        assertRefused("<a/><!DOCTYPE a>", .notWellFormed)
        assertRefused("<a><!DOCTYPE a></a>", .notWellFormed)
    }

    func testDeclarationInUTF16IsRefused() {
        assertRefused(utf16("<!DOCTYPE a><a/>"), .documentTypeDeclaration)
    }

    func testDeclarationInsideACommentOrCDATAIsText() throws {
        let read = try document("<a><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE a>]]></a>")
        XCTAssertEqual(read.rootElement.textContent, "<!DOCTYPE a>")
    }

    func testUndeclaredEntityInTextIsRefused() {
        assertRefused("<a>\n&nbsp;</a>", .undeclaredEntity, at: (2, 7))
    }

    func testUndeclaredEntityInAnAttributeIsRefused() {
        assertRefused("<a b='&secret;'/>", .undeclaredEntity)
        assertRefused("<a b='x&amp;y&amp;&secret;'/>", .undeclaredEntity)
    }

    func testNamesOfPredefinedEntitiesAreCaseSensitive() {
        assertRefused("<a>&LT;</a>", .undeclaredEntity)
    }
}
