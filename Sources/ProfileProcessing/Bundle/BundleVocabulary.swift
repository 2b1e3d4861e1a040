internal import WireText

/// The words that a bundle keeps: those of the standards, which say nothing about anybody.
///
/// Everything else is replaced, so that nothing is kept by oversight.
enum BundleVocabulary {
    private static func set(_ text: String) -> Set<[UInt8]> {
        Set(text.split(whereSeparator: \.isWhitespace).map { Array($0.lowercased().utf8) })
    }

    /// The names of elements and attributes, in small letters.
    static let names = set(
        """
        Response Assertion Issuer Status StatusCode StatusMessage StatusDetail Subject NameID EncryptedID BaseID
        SubjectConfirmation SubjectConfirmationData Conditions AudienceRestriction Audience OneTimeUse ProxyRestriction
        Condition AttributeStatement Attribute AttributeValue EncryptedAttribute AuthnStatement AuthnContext
        AuthnContextClassRef AuthnContextDecl AuthnContextDeclRef AuthenticatingAuthority SubjectLocality Statement
        AuthzDecisionStatement Action Evidence Advice AssertionIDRef AssertionURIRef EncryptedAssertion Extensions
        AttributeQuery AuthnRequest LogoutRequest LogoutResponse ArtifactResolve ArtifactResponse Artifact SessionIndex
        NameIDPolicy RequestedAuthnContext Scoping IDPList IDPEntry RequesterID NameIDMappingRequest NewID Terminate
        ManageNameIDRequest ManageNameIDResponse AssertionIDRequest SubjectQuery AuthnQuery AuthzDecisionQuery
        Signature SignedInfo CanonicalizationMethod SignatureMethod Reference Transforms Transform DigestMethod
        DigestValue SignatureValue KeyInfo KeyName KeyValue RSAKeyValue Modulus Exponent DSAKeyValue X509Data
        X509Certificate X509IssuerSerial X509IssuerName X509SerialNumber X509SKI X509SubjectName X509CRL Object Manifest
        InclusiveNamespaces PrefixList XPath HMACOutputLength ECKeyValue NamedCurve PublicKey RetrievalMethod
        EncryptedData EncryptedKey EncryptionMethod CipherData CipherValue CipherReference ReferenceList DataReference
        CarriedKeyName OAEPparams MGF KeySize Recipient Type MimeType Encoding Target
        Envelope Header Body Fault faultcode faultstring Code Reason Text mustUnderstand actor role
        EntityDescriptor EntitiesDescriptor IDPSSODescriptor SPSSODescriptor AttributeAuthorityDescriptor RoleDescriptor
        KeyDescriptor SingleSignOnService SingleLogoutService AttributeService AssertionConsumerService NameIDFormat
        Organization OrganizationName OrganizationDisplayName OrganizationURL ContactPerson
        ID Id Version IssueInstant Destination Consent InResponseTo Value Format NameQualifier SPNameQualifier
        SPProvidedID Method NotBefore NotOnOrAfter Address Name FriendlyName NameFormat AuthnInstant
        SessionNotOnOrAfter URI Algorithm Count ProviderName ForceAuthn IsPassive ProtocolBinding
        AssertionConsumerServiceURL AssertionConsumerServiceIndex AttributeConsumingServiceIndex AllowCreate Comparison
        DNSName Resource Decision Namespace Reason entityID validUntil cacheDuration protocolSupportEnumeration use
        WantAssertionsSigned WantAuthnRequestsSigned AuthnRequestsSigned Binding Location ResponseLocation index
        isDefault errorURL xmlns type nil schemaLocation lang space base version encoding standalone
        DOCTYPE SYSTEM PUBLIC ENTITY ELEMENT ATTLIST CDATA xml
        html head title meta body div span pre code p br a b i em strong font table tbody tr td th ul ol li
        h1 h2 h3 img form input script style href mailto target rel class charset content http equiv
        """)

    /// The prefixes in use, in small letters.
    static let prefixes = set(
        """
        saml samlp saml1 saml1p saml2 saml2p ds dsig xenc xs xsd xsi xml xmlns md ec soap soapenv soap11 soap12 s env e
        SOAP-ENV SOAP-ENV a p d x w3 dsig11 xenc11 mdui mdattr shibmd alg idpdisc init samlsig sig sa
        """)

    /// The words of the identifiers that the standards define, in small letters.
    static let identifierWords = set(
        """
        http https www w3 org urn oasis names tc SAML 20010315 20021210 20060501 19991116 20000126 1 0 2 0 1 1 2000 2001 2002 2006 2007 2008 2009 2010 2021 03 04 05 06
        07 08 09 10 11 12 15 REC xml c14n exc c14n11 WithComments xmldsig more enveloped signature rsa sha1 sha224 sha256
        sha384 sha512 sha3 256 384 512 224 ecdsa dsa hmac md5 ripemd160 MGF1 base64 XMLSchema instance namespace xmlenc
        xmlenc11 aes128 aes192 aes256 cbc gcm tripledes kw oaep mgf1p rsa1 5 mgf1sha1 mgf1sha256 mgf1sha384 mgf1sha512 Element
        Content EncryptedKey xmlsoap schemas soap envelope next actor ultimateReceiver TR xpath filter2 xslt REC2 1999 xhtml
        assertion protocol metadata attribute query ext conditions delegation ac classes Password
        PasswordProtectedTransport unspecified X509 TLSClient Kerberos Smartcard SmartcardPKI Telephony PreviousSession
        InternetProtocol InternetProtocolPassword TimeSyncToken MobileOneFactorUnregistered MobileTwoFactorUnregistered
        MobileOneFactorContract MobileTwoFactorContract NomadTelephony PersonalTelephony AuthenticatedTelephony
        SecureRemotePassword SoftwarePKI PGP SPKI XMLDSig
        nameid format transient persistent emailAddress entity kerberos encrypted X509SubjectName
        WindowsDomainQualifiedName attrname uri basic cm bearer holder of key sender vouches status Success Requester
        Responder VersionMismatch AuthnFailed InvalidAttrNameOrValue InvalidNameIDPolicy NoAuthnContext NoAvailableIDP
        NoPassive NoSupportedIDP PartialLogout ProxyCountExceeded RequestDenied RequestUnsupported
        RequestVersionDeprecated RequestVersionTooHigh RequestVersionTooLow ResourceNotRecognized TooManyResponses
        UnknownAttrProfile UnknownPrincipal UnsupportedBinding consent obtained prior current implicit explicit
        unavailable inapplicable bindings HTTP POST Redirect Artifact PAOS Extension ui mdui algsupport
        """)

    /// The beginnings of these identifiers.
    static let identifierStarts = [
        "urn:oasis:names:tc:saml:", "http://www.w3.org/", "https://www.w3.org/",
        "http://schemas.xmlsoap.org/", "http://docs.oasis-open.org/",
    ].map { Array($0.utf8) }

    /// The types of values and what else stands alone.
    static let values = set(
        """
        string boolean integer int long date dateTime anyURI base64Binary NameIDType AttributeStatementType decimal double
        true false 0 1 yes no signing encryption exact minimum maximum better preserve default en text/html
        """)

    /// The names of attributes that many use, as they are written.
    static let attributeNames = set(
        """
        uid mail uniqueId userID upstreamUserID householdID accountId primaryOID typeID isHoH hba_status hba_flag
        allowMirroring zip encryptedZip zipCode language maxRating inHome onNet channelID channels mvpd tempPassTTL
        NameID displayName givenName sn surname cn email emailAddress eduPersonPrincipalName eduPersonAffiliation
        eduPersonTargetedID eduPersonEntitlement memberOf groups role roles country postalCode subject-id pairwise-id
        urn:oid:0.9.2342.19200300.100.1.1 urn:oid:0.9.2342.19200300.100.1.3 urn:oid:2.5.4.3 urn:oid:2.5.4.4
        urn:oid:2.5.4.42 urn:oid:2.16.840.1.113730.3.1.241 urn:oid:1.3.6.1.4.1.5923.1.1.1.6
        urn:oid:1.3.6.1.4.1.5923.1.1.1.1 urn:oid:1.3.6.1.4.1.5923.1.1.1.9 urn:oid:1.3.6.1.4.1.5923.1.1.1.10
        http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name
        http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress
        http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname
        http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname
        http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier
        """)

    /// The words of encodings, of marks that something is missing, and of dates, by which damage is recognized.
    static let encodings = set(
        """
        utf 8 16 32 16le 16be le be iso 8859 1 15 2 windows 1250 1251 1252 us ascii latin1 latin2 cp437 cp1252 cp850
        macintosh macroman shift jis euc jp gb2312 gbk gb18030 big5 koi8 r ibm037 ebcdic ucs 4 0
        """)
    static let marks = set(
        "redacted filtered masked hidden removed protected sanitized suppressed secret omitted")
    static let omissions = set(
        """
        truncated chars characters bytes more omitted snip cut rest remaining of total length skipped
        nbsp x000d x000a x0009 3d 0d 0a 20 09 div span br pre html body p
        """)
    static let dateWords = set(
        "t z am pm gmt utc mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec"
    )

    /// The entities of HTML for the characters of Latin-1 and for marks, and those of XML, as they are written.
    static let entities = Set(
        (HTMLLetters.scalars.filter { $0.value.value < 0x100 }.keys
            + """
            amp lt gt quot apos OElig oelig Scaron scaron ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo hellip euro trade
            bull
            """.split(whereSeparator: \.isWhitespace).map(String.init)).map { Array($0.utf8) })

    /// Attributes that hold a time.
    static let timeAttributes = set(
        "IssueInstant NotBefore NotOnOrAfter AuthnInstant SessionNotOnOrAfter validUntil")
    /// Attributes and elements that hold identifiers of the standards.
    static let identifierAttributes = set(
        """
        Algorithm Format NameFormat Method Consent Value Binding Type Encoding MimeType Comparison use type nil space
        lang protocolSupportEnumeration ProtocolBinding AuthnContextClassRef Namespace encodingStyle
        """)

    /// Returns whether an unknown word of this form is a prefix that programs number.
    static func isPrefix(_ word: some Collection<UInt8>) -> Bool {
        let small = word.map(ASCIIByte.small)
        // One or two letters say nothing; their order is that of canonical declarations.
        if prefixes.contains(small) || small.count < 3 && small.allSatisfy(\.isLetter) {
            return true
        }
        let digits = small.reversed().prefix(while: \.isDigit).count
        return digits > 0 && digits < 3
            && ["ns", "n", "a", "d", "p", "x"].contains {
                Array($0.utf8) == Array(small.dropLast(digits))
            }
    }

    /// Every word that may stand in a bundle although it stood in a message.
    static let kept: Set<[UInt8]> = names.union(prefixes).union(identifierWords).union(values)
        .union(["invalid", "test", "begin", "certificate"].map { Array($0.utf8) }).union(encodings)
        .union(marks).union(omissions).union(
            dateWords
        )
        .union(attributeNames.flatMap { $0.split { !$0.isLetterOrDigit }.map(Array.init) })
}
