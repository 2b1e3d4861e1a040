// A response is accepted by a validator.
import SAML2

func read(_ xml: [UInt8], by validator: SAML.ResponseValidator) throws -> [String] {
    try validator.validate(xml)["uid"]
}
