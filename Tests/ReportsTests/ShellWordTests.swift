import Reports
import XCTest

/// Words that are copied into a shell.
final class ShellWordTests: XCTestCase {
    func testWordsThatNeedNoneHaveNoQuotes() {
        XCTAssertEqual(ShellWord.quoted("https://sp.example/saml"), "https://sp.example/saml")
        XCTAssertEqual(ShellWord.quoted(""), "''")
        XCTAssertEqual(ShellWord.quoted("it's"), #"'it'\''s'"#)
    }

    func testWhatNobodySeesIsWrittenAsItsBytes() {
        XCTAssertEqual(ShellWord.quoted("a\u{200B}b'\\"), #"$'a\xe2\x80\x8bb\'\\'"#)
        XCTAssertEqual(ShellWord.quoted("\u{A0}x"), #"$'\xc2\xa0x'"#)
        XCTAssertEqual(ShellWord.quoted("ü"), "'ü'")
    }
}
