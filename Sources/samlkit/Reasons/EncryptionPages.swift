extension ReasonPage {
    /// Encrypted parts that were not decrypted.
    static let encryption = #"""
        ### encryption.noDecryptionKey

        A part of the message is encrypted, and no key was given to decrypt it.

        **Usually:** The provider encrypts assertions for the service provider, whose private key
        is not at hand.

        **What to do:** Pass the service provider's private key with --decryption-key FILE. The
        signature can often be verified only after decryption.

        ### encryption.malformedEncryption

        The encrypted element lacks a part, or has one twice or out of place.

        **Usually:** A program removed or moved elements, such as an EncryptedKey beside the data.

        **What to do:** Take the message as the provider sent it.

        ### encryption.encryptionMethodNotAllowed

        The encryption method is not supported, or the policy does not allow it: AES-CBC does not
        notice changes, which lets attackers decrypt step by step.

        **Usually:** Older defaults of identity provider software.

        **What to do:** Ask the provider for AES-GCM. For recorded messages --policy legacy-cbc
        accepts AES-CBC.

        ### encryption.keyTransportNotAllowed

        The way in which the key is encrypted is not supported, or the policy does not allow it:
        RSA PKCS#1 v1.5 lets attackers decrypt step by step.

        **Usually:** Older defaults of identity provider software.

        **What to do:** Ask the provider for RSA-OAEP. For recorded messages --policy legacy-rsa15
        accepts RSA PKCS#1 v1.5.

        ### encryption.parametersNotSupported

        RSA-OAEP is used with a digest or mask that is not supported, or with a label.

        **Usually:** Unusual settings of the provider's software.

        **What to do:** SHA-1, SHA-256, SHA-384 and SHA-512 are supported in any pair, without a
        label.

        ### encryption.externalData

        The encrypted data is not in the message: a reference says where to fetch it. It is never
        fetched.

        **Usually:** An attack, or software that was not made for SAML.

        **What to do:** Ask the provider to put the encrypted data into the message.

        ### encryption.tooManyParts

        The message has more encrypted parts, or more parts with several keys, than are decrypted.

        **Usually:** An attack that makes the receiver compute. Genuine messages have one or two.

        **What to do:** Refuse the message.

        ### encryption.decryptionFailed

        No given key decrypts the part to acceptable content. Which step failed is not said,
        because attackers could use it.

        **Usually:** The provider encrypted for an older or another certificate of the service
        provider, or the data was damaged. Of more than 16 keys for a part, those are tried that
        name the receiver or its key; the sentence says how many were not.

        **What to do:** Check which certificate the provider has for encryption, and pass the
        private key that belongs to it.
        """#
}
