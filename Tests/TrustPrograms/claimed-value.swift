// A claimed text is taken out by a name that says what it is.
import SAML2

func issuer(_ xml: [UInt8]) throws -> String? {
    try SAML.Claimed<SAML.Response>(xml).issuer?.value.unverifiedValue
}
