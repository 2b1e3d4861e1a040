import XCTest

@testable import samlkit

final class ProviderTextTests: XCTestCase {
    func testWordsOfAnyLanguageAreShown() {
        XCTAssertEqual(
            ProviderText.cleaned("Votre offre n\u{2019}inclut pas cette chaîne."),
            "Votre offre n\u{2019}inclut pas cette chaîne.")
        XCTAssertEqual(ProviderText.cleaned("Call 1-800-555, please."), "Call 1-800-555, please.")
    }

    func testURLsAreShownWithoutTheirQueryAndLongWordsOfOtherScriptsWhole() {
        XCTAssertEqual(
            ProviderText.cleaned("Upgrade at https://provider.example/packages/sports?user=17#x"),
            "Upgrade at https://provider.example/packages/sports")
        let text = String(repeating: "契約", count: 20)
        XCTAssertEqual(ProviderText.cleaned(text), text)
    }

    func testNothingControlsTheTerminalAndNoTokenIsShown() {
        XCTAssertEqual(
            ProviderText.cleaned("\u{1B}[31mred\u{202E}\n\r\u{7}x"), "[31mred x")
        XCTAssertEqual(
            ProviderText.cleaned("Bearer 0d1c4f0e-8d52-4a5e-9b1c-3f3a1f0c7a11"), "Bearer …")
        XCTAssertLessThanOrEqual(
            ProviderText.cleaned(String(repeating: "ab ", count: 1000))?.count ?? 0, 400)
        XCTAssertNil(ProviderText.cleaned("\u{1B}\u{7} "))
    }
}
