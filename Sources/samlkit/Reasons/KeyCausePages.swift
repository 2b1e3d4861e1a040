extension ReasonPage {
    /// Keys that do not verify a message.
    static let keyCauses = #"""
        ### untrustedCertificate

        The key of the certificate in the message made the signature, and it is not trusted for
        the issuer. It may be a key of the issuer that the metadata lacks, or a forger's. With a
        certificate that has ended it is not the next one.

        **Usually:** The provider changed its key and the metadata is old, or the message is from
        a test system.

        **What to do:** Get the issuer's current metadata from the issuer. Never trust a
        certificate because it is in the message: a forger can put one there, too.

        **In short:** were signed with a key that is not trusted: get the current metadata from
        the issuer

        ### signedByOtherKey

        A key that is trusted for another issuer made the signature. The sentence names that
        issuer.

        **Usually:** Several brands share one identity provider, or the message names the wrong
        issuer.

        **What to do:** Check which issuer the message names and whose metadata contains the key.

        **In short:** were signed with the key of another issuer: check which issuer the message
        should name

        ### issuerUnknown

        The metadata describes no issuer of this name, nor one that differs in spelling only.

        **Usually:** The metadata of another provider or environment was passed.

        **What to do:** Get the issuer's metadata from its publisher, and pass it with --trust.

        **In short:** name an issuer that is not in the metadata: pass its metadata with --trust

        ### metadataOutdated

        The metadata has ended, or has only certificates that ended before the message was
        received, and the message was signed with a newer key.

        **Usually:** The provider changed its key, and the file was not fetched again.

        **What to do:** Get the provider's current metadata from its publisher, and fetch it
        regularly.

        **In short:** were signed with a newer key than the metadata has: fetch the metadata again

        ### olderKey

        By the certificate in the message, the key is an earlier one of the same provider. Only
        the message says so, and a forger could write that.

        **Usually:** The provider changed its key and an old message is judged, or one of its
        servers was not updated.

        **What to do:** For old messages pass the metadata of that time. For new ones tell the
        provider which server still uses the old key.

        **In short:** were signed with an older key of the provider: ask which server still uses
        it

        ### encryptionKeyUsed

        A key made the signature that the provider's metadata marks for encryption only.

        **Usually:** The provider configured the wrong key, or marked it wrongly in its metadata.

        **What to do:** Tell the provider. If it uses one key for both, its metadata must not
        limit the use.

        **In short:** were signed with the provider's encryption key: tell the provider

        ### keyOfOtherRole

        The signature was made with a key of the issuer that does not sign such messages:
        it stands in the metadata as the key of another role, such as SPSSODescriptor, or in a
        descriptor that is not used, such as a RoleDescriptor of WS-Federation.

        **Usually:** The provider renewed its key in one descriptor only, or the metadata of its
        other role was passed.

        **What to do:** Ask the provider to publish the key in the descriptor that the sentence
        names, or get its current metadata. To trust the certificate until then, pass it with
        --trust-key FILE=ISSUER.

        **In short:** were signed with a key of another role of the provider: get its current
        metadata

        ### unknownKey

        The content is intact, and none of the known keys made the signature: an unknown key did,
        or the signature value was changed.

        **Usually:** The provider changed its key, the message is from a test system, or it is an
        attack.

        **What to do:** Get the provider's current metadata. If that does not help, compare the
        message with what the provider sent.

        **In short:** were signed with an unknown key: get the current metadata from the issuer
        """#
}
