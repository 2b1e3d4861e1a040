// error: cannot convert value of type 'SAML.Claimed<SAML.Assertion>' to expected argument type 'SAML.Assertion'
import SAML2

func show(_ assertion: SAML.Assertion) {}

func read(_ xml: [UInt8]) throws {
    for assertion in try SAML.Claimed<SAML.Response>(xml).assertions.elements() {
        show(assertion)
    }
}
