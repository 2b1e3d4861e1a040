// error: cannot convert value of type 'SAML.Claimed<SAML.Response>' to expected argument type 'SAML.AcceptedResponse'
import SAML2

func signIn(_ response: SAML.AcceptedResponse) -> String? { response.nameID?.value }

func read(_ xml: [UInt8]) throws -> String? {
    signIn(try SAML.Claimed<SAML.Response>(xml))
}
