extension ReasonPage {
    /// Changes of what messages say, and of how their XML is written.
    static let changeDamage = #"""
        ### valueChanged

        The signed content was modified after signing, and no common damage explains it.

        **Usually:** Somebody edited the message, or a program replaced a value. It may be an
        attack.

        **What to do:** Compare it with the message as the provider sent it. samlkit diff shows
        where two messages differ.

        **In short:** were edited after signing: compare them with what the provider sent

        ### valueShortened

        A signed value is probably shorter than it was.

        **Usually:** A column or a field with a limit.

        **What to do:** Widen the column or field.

        **In short:** have shortened values: widen the field

        ### hostReplaced

        An address in the message was replaced after signing: its host, scheme or port. Who did it does not show.

        **Usually:** A reverse proxy rewrites addresses in bodies, or a test environment replaces
        them.

        **What to do:** Exempt SAML messages from rewriting.

        **In short:** have a replaced address: exempt messages from rewriting

        ### timesRewritten

        Times were written in another form after signing.

        **Usually:** A program parsed the message into objects and wrote it again.

        **What to do:** Keep the received bytes beside the objects.

        **In short:** have rewritten times: keep the received bytes

        ### timesShifted

        Times were moved by a fixed amount after signing.

        **Usually:** A program converts to local time, or a test tool makes old messages look new.

        **What to do:** Judge recorded messages with --now instead of changing their times.

        **In short:** have shifted times: pass --now and leave times alone

        ### numberRounded

        A number was rounded after signing.

        **Usually:** A program read it as floating point.

        **What to do:** Keep values as text.

        **In short:** have rounded numbers: keep values as text

        ### numberInPowers

        A signed value is a number with an exponent, such as 1.5E+15, and the signature is invalid. Nothing proves that
        this is the reason.

        **Usually:** A spreadsheet.

        **What to do:** Format the column as text before the import, or export from the source.

        **In short:** have numbers with exponents: format columns as text

        ### zerosLost

        Zeros at the beginning of a value were lost.

        **Usually:** A spreadsheet took an identifier for a number.

        **What to do:** Format the column as text before the import, or export from the source.

        **In short:** lost leading zeros: format columns as text

        ### truthValueRewritten

        true, false, 1 or 0 was written in another form.

        **Usually:** A program parsed the message into objects and wrote it again.

        **What to do:** Keep the received bytes beside the objects.

        **In short:** have rewritten truth values: keep the received bytes

        ### attributesReordered

        Attributes of the assertion stand in another order than when they were signed.

        **Usually:** A program stored them in a map and wrote them again.

        **What to do:** Keep the received bytes.

        **In short:** have reordered attributes: keep the received bytes

        ### markupAdded

        Elements or attributes were added after signing, or tags behind the message.

        **Usually:** A browser extension, a gateway or a logger that annotates.

        **What to do:** Take the message before that program. It may also be an attack.

        **In short:** got additional markup: take them before the program that adds it

        ### defaultAttributesAdded

        Attributes with default values were added after signing.

        **Usually:** A parser that validates against a schema or document type.

        **What to do:** Verify before validation, on the received bytes.

        **In short:** got default attributes: verify before validation

        ### documentTypeAdded

        A document type declaration was added.

        **Usually:** A program that writes XML or HTML with a header of its own.

        **What to do:** Take the message before that program.

        **In short:** got a document type: take them before the program that adds it

        ### xmlDeclarationInside

        An XML declaration stands inside the message.

        **Usually:** A complete document was pasted into an envelope or template.

        **What to do:** Insert the element without its declaration.

        **In short:** have an XML declaration inside: insert elements without it

        ### prefixesRenamed

        Namespace prefixes were renamed after signing.

        **Usually:** An XML library that writes prefixes of its own, such as ns0, when it
        serializes.

        **What to do:** Keep the received bytes instead of serializing again.

        **In short:** have renamed prefixes: keep the received bytes

        ### namespacesDropped

        Namespace declarations were dropped that are signed.

        **Usually:** An XML library or canonicalizer that removes what it takes for unused.

        **What to do:** Keep the received bytes.

        **In short:** lost namespace declarations: keep the received bytes

        ### typesDropped

        xsi:type was removed from attribute values.

        **Usually:** A program that reads the values and writes them again.

        **What to do:** Keep the received bytes.

        **In short:** lost their value types: keep the received bytes

        ### typesChanged

        xsi:type of attribute values has another prefix or name than when it was signed.

        **Usually:** An XML library that renames prefixes.

        **What to do:** Keep the received bytes.

        **In short:** have changed value types: keep the received bytes

        ### ancestorNamespacesLost

        Namespace declarations that were signed are gone.

        **Usually:** A program stores or forwards the assertion alone, or drops declarations that
        look unused.

        **What to do:** Keep the signed element inside its message, or ask the provider to sign
        with exclusive canonicalization.

        **In short:** lost signed namespace declarations: forward the whole message

        ### ancestorNamespacesAdded

        The signed element has or inherits namespace declarations that were not signed.

        **Usually:** The message was put into an envelope, or a program added declarations, and its signature uses
        inclusive canonicalization.

        **What to do:** Forward the message without the envelope, or ask the provider to sign with
        exclusive canonicalization.

        **In short:** have foreign namespace declarations: forward them without the envelope

        ### algorithmSwapped

        The name of an algorithm in the signature was replaced or removed.

        **Usually:** A test or an attack. No transport does this.

        **What to do:** Compare it with the message as the provider sent it.

        **In short:** name a wrong algorithm: compare them with what the provider sent

        ### digestValueEdited

        The digest value was edited; the signed content is intact.

        **Usually:** A copy with a wrong character, a test or an attack.

        **What to do:** Compare it with the message as the provider sent it.

        **In short:** have an edited digest: compare them with what the provider sent

        ### signatureValueEdited

        The digest is right and no known key made this signature value: it was edited, or another
        key made it.

        **Usually:** A copy with a wrong character, a test or an attack.

        **What to do:** Compare it with the message as the provider sent it, and get the
        provider's current metadata.

        **In short:** have a signature that no known key made: compare them with what the provider
        sent

        ### emptyNamespaceAdded

        xmlns="" stands on elements that were digested without it.

        **Usually:** The signer builds elements without a namespace inside others, digests them, and its serializer
        writes xmlns="" afterwards.

        **What to do:** Compare with the message as it was sent. If xmlns="" stands there, report it to the signer.

        **In short:** have xmlns="" where none was digested: report it to the signer

        ### otherCanonicalization

        The signer used a different canonicalization than the signature declares. The message was
        not damaged.

        **Usually:** A fault in the provider's software.

        **What to do:** Report it to the provider. Nothing on your side changes it.

        **In short:** were signed with another canonicalization than declared: report it to the
        provider

        ### otherSignatureMethod

        The signer used a different signature method than the signature declares, such as RSA-PSS under
        the name of RSA with PKCS #1 padding. The message was not damaged.

        **Usually:** A fault in the provider's software, or a signing service that was set up for another
        method.

        **What to do:** Report it to the provider. Nothing on your side changes it.

        **In short:** were signed with another method than declared: report it to the provider

        ### otherDigestMethod

        The signer used a different digest method than the signature declares. The message was not
        damaged.

        **Usually:** A fault in the provider's software, such as a setting that changes only the name.

        **What to do:** Report it to the provider. Nothing on your side changes it.

        **In short:** were digested with another method than declared: report it to the provider

        ### commentsDigested

        The signer digested comments, which the reference excludes. The message was not damaged.

        **Usually:** A fault in the provider's software.

        **What to do:** Report it to the provider.

        **In short:** were digested with comments: report it to the provider

        ### queryReencoded

        Parameters of the signed query string are percent-encoded in another way than when they
        were signed.

        **Usually:** A proxy or framework parsed the query string and built it again.

        **What to do:** Verify the query string as it was received, and capture it before the
        proxy.

        **In short:** have a query string that was built again: take it as it was received

        ### queryReordered

        The signer signed the parameters in another order than SAMLRequest or SAMLResponse,
        RelayState, SigAlg.

        **Usually:** A fault in the signer's software.

        **What to do:** Report it to the signer.

        **In short:** were signed in another order of parameters: report it to the signer

        ### relayStateChanged

        RelayState was added to the signed query string, or an empty one was removed.

        **Usually:** An application that adds RelayState to a finished URL.

        **What to do:** Send RelayState as it was signed.

        **In short:** have a changed RelayState: send it as it was signed
        """#
}
