// Whoever wants an accepted response asks for the type that only a validator makes.
import SAML2

func signIn(_ response: SAML.AcceptedResponse) -> String? { response.nameID?.value }

func read(_ xml: [UInt8], by validator: SAML.ResponseValidator) throws -> String? {
    signIn(try validator.validate(xml))
}
