// error: 'SAML.Response' initializer is inaccessible due to 'package' protection level
import SAML2
import XMLCore

func read(_ xml: [UInt8]) throws -> String? {
    try SAML.Response(unverified: XML.Document(parsing: xml).rootElement).issuer?.value
}
