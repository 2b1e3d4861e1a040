extension RefusalRule {
    /// The vectors of XML Encryption that are refused although their rows expect a plaintext.
    static let encryptions = [
        RefusalRule(
            "documentTypeDeclaration",
            "A document type declaration is never read.",
            documentTypeDeclarations),
        RefusalRule(
            "unsupportedEncoding",
            "Only UTF-8 and UTF-16 are read.",
            otherEncodings),
        RefusalRule(
            "encryptionMethodNotAllowed",
            "Camellia is not supported.",
            camellia),
        RefusalRule(
            "encryptionMethodNotAllowed",
            "ChaCha20-Poly1305 is not supported.",
            chaCha20),
        RefusalRule(
            "encryptionMethodNotAllowed",
            "Triple DES is not supported.",
            tripleDES),
        RefusalRule(
            "keyTransportNotAllowed",
            "Triple DES key wrap is not supported.",
            tripleDESKeyWrap),
        RefusalRule(
            "keyTransportNotAllowed",
            "Keys that both sides agree on are not supported.",
            agreedKeys),
        RefusalRule(
            "keyTransportNotAllowed",
            "Keys that are derived from others are not supported.",
            derivedKeys),
        RefusalRule(
            "parametersNotSupported",
            "RSA-OAEP with a label, which the receiver would have to know, is not supported.",
            labels),
        RefusalRule(
            "parametersNotSupported",
            "rsa-oaep-mgf1p must not name a mask generation function (XML Encryption, 5.5.2).",
            namedMasks),
        RefusalRule(
            "parametersNotSupported",
            "RSA-OAEP is supported with SHA-1 and the members of SHA-2 from SHA-256 on.",
            otherDigests),
    ]

    private static let documentTypeDeclarations = """
        xmlsec/aleksey-xmlenc-01/enc-des3cbc-keyname-element-root
        xmlsec/merlin-xmlenc-five/encrypt-content-aes128-cbc-kw-aes192
        xmlsec/merlin-xmlenc-five/encrypt-content-aes256-cbc-prop
        """

    private static let otherEncodings = """
        xmlsec/aleksey-xmlenc-01/enc-content-isolatin1
        xmlsec/aleksey-xmlenc-01/enc-element-isolatin1
        """

    private static let camellia = """
        xmlsec/aleksey-xmlenc-01/enc-camellia128cbc-keyname
        xmlsec/aleksey-xmlenc-01/enc-camellia128cbc-kw-camellia128-keyname
        xmlsec/aleksey-xmlenc-01/enc-camellia128cbc-kw-camellia192-keyname
        xmlsec/aleksey-xmlenc-01/enc-camellia256cbc-keyname
        xmlsec/aleksey-xmlenc-01/enc-camellia256cbc-keyname~2
        """

    private static let chaCha20 = """
        xmlsec/aleksey-xmlenc-01/enc-chacha20poly1305-aad-keyname
        """

    private static let tripleDES = """
        xmlsec/01-phaos-xmlenc-3/enc-content-3des-kw-aes192
        xmlsec/01-phaos-xmlenc-3/enc-element-3des-kt-rsa1_5
        xmlsec/01-phaos-xmlenc-3/enc-element-3des-kt-rsa_oaep_sha256
        xmlsec/01-phaos-xmlenc-3/enc-element-3des-kt-rsa_oaep_sha512
        xmlsec/01-phaos-xmlenc-3/enc-text-3des-kw-aes256
        xmlsec/aleksey-xmlenc-01/enc-des3cbc-aes192-keyname
        xmlsec/aleksey-xmlenc-01/enc-des3cbc-keyname
        xmlsec/aleksey-xmlenc-01/enc-des3cbc-keyname2
        xmlsec/aleksey-xmlenc-01/enc-des3cbc-keyname~2
        xmlsec/merlin-xmlenc-five/encrypt-data-tripledes-cbc-rsa-oaep-mgf1p
        xmlsec/merlin-xmlenc-five/encrypt-data-tripledes-cbc-rsa-oaep-mgf1p-sha256
        """

    private static let tripleDESKeyWrap = """
        xmlsec/01-phaos-xmlenc-3/enc-content-aes128-kw-3des
        """

    private static let agreedKeys = """
        xmlsec/aleksey-xmlenc-01/enc_dh_concatkdf_sha256_kw_aes128_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha1_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha224_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha3_256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha3_512_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_concatkdf_sha512_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_hkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_hkdf_sha512_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_pbkdf2_1000_hmac_sha1_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_pbkdf2_1000_hmac_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_pbkdf2_1000_hmac_sha384_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p256_pbkdf2_1000_hmac_sha512_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p384_concatkdf_sha384_kw_aes192_aes192gcm
        xmlsec/aleksey-xmlenc-01/enc_ecdh_p521_concatkdf_sha512_kw_aes256_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x25519_concatkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x25519_concatkdf_sha384_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x25519_hkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x25519_hkdf_sha512_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x448_concatkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x448_hkdf_sha256_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x448_hkdf_sha384_kw_aes256_aes128gcm
        xmlsec/aleksey-xmlenc-01/enc_xdh_x448_hkdf_sha512_kw_aes256_aes128gcm
        xmlsec/xmlenc11-interop-2012/cipherText__DH-1024__aes128-gcm__kw-aes128__dh-es__ConcatKDF
        xmlsec/xmlenc11-interop-2012/cipherText__EC-P256__aes128-gcm__kw-aes128__ECDH-ES__ConcatKDF
        xmlsec/xmlenc11-interop-2012/cipherText__EC-P384__aes192-gcm__kw-aes192__ECDH-ES__ConcatKDF
        xmlsec/xmlenc11-interop-2012/cipherText__EC-P521__aes256-gcm__kw-aes256__ECDH-ES__ConcatKDF
        """

    private static let derivedKeys = """
        xmlsec/aleksey-xmlenc-01/enc_hkdf_hmac_sha1_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_hkdf_hmac_sha224_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_hkdf_hmac_sha384_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_hkdf_prf_only_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_pbkdf2_hmac_sha1_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_pbkdf2_hmac_sha224_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_pbkdf2_hmac_sha256_aes256gcm
        xmlsec/aleksey-xmlenc-01/enc_pbkdf2_hmac_sha512_aes256gcm
        xmlsec/xmlenc11-interop-2012/dkey-example-ConcatKDF-crypto
        xmlsec/xmlenc11-interop-2012/dkey3-example-ConcatKDF-crypto
        xmlsec/xmlenc11-interop-2012/dkey3-example-PBKDF2-crypto
        """

    private static let labels = """
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha1-params
        """

    private static let namedMasks = """
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha1_mgf1_sha1
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha256_mgf1_sha256
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha256_mgf1_sha512
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha384_mgf1_sha384
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha384_mgf1_sha512
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha512_mgf1_sha256
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha512_mgf1_sha384
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha512_mgf1_sha512
        """

    private static let otherDigests = """
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_md5
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_ripemd160
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_ripemd160_mgf1_sha512
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha224_mgf1_sha512
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha3_224
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha3_384
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha3_512
        xmlsec/aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_sha512_mgf1_sha224
        xmlsec/xmlenc11-interop-2012/cipherText__RSA-4096__aes256-gcm__rsa-oaep__Sha512-MGF_Sha1_PSource
        """
}
