// error: to expected argument type 'SAML.AcceptedQuery'
import SAML2

func expectation(_ xml: [UInt8]) throws -> SAML.ExpectedResponse {
    .answer(to: try SAML.Claimed<SAML.AttributeQuery>(xml))
}
