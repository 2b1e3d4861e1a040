// error: cannot convert value of type 'SAML.Claimed<String>' to expected argument type 'String'
import SAML2

func show(_ text: String) {}

func read(_ xml: [UInt8]) throws {
    guard let issuer = try SAML.Claimed<SAML.Response>(xml).issuer else { return }
    let name = issuer.value
    show(name)
}
