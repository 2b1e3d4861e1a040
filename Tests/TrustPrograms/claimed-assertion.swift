// What reads assertions that were verified is given one; what reads claims says so.
import SAML2

func show(_ assertion: SAML.Assertion) {}
func show(claimed assertion: SAML.Claimed<SAML.Assertion>) {}

func read(_ xml: [UInt8]) throws {
    for assertion in try SAML.Claimed<SAML.Response>(xml).assertions.elements() {
        show(claimed: assertion)
    }
}
