package import XMLCore

/// The namespace of everything this module says about SAML 2.0.
///
/// Types are named as in the schemas of SAML Core (OASIS saml-core-2.0-os) and are plain values.
public enum SAML {}

extension SAML {
    /// The version of SAML this module reads (SAML Core, section 4).
    package static let version = "2.0"
}

extension XML.Namespace {
    /// The namespace of assertions, usually `saml:`.
    package static let assertion = XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:2.0:assertion")
    /// The namespace of protocol messages, usually `samlp:`.
    package static let `protocol` = XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:2.0:protocol")
    /// The namespace of XML Signature, usually `ds:`.
    package static let signature = XML.Namespace(rawValue: "http://www.w3.org/2000/09/xmldsig#")
    /// The namespace of XML Encryption, usually `xenc:`.
    package static let encryption = XML.Namespace(rawValue: "http://www.w3.org/2001/04/xmlenc#")
    /// The namespace of `xsi:type` and `xsi:nil`.
    package static let schemaInstance = XML.Namespace(
        rawValue: "http://www.w3.org/2001/XMLSchema-instance")
}
