extension ReasonPage {
    /// Documents that are no SAML messages.
    static let structure = #"""
        ### saml.unexpectedRoot

        The root element is not the expected message.

        **Usually:** Another kind of XML, such as an error page, metadata or a request, stands
        where a response should be.

        **What to do:** samlkit inspect shows what the message is. Capture the field that holds
        the SAMLResponse.

        ### saml.unexpectedElement

        An element stands where the SAML schema has no place for it.

        **Usually:** A program added or moved elements, or the provider's software does not follow
        the schema.

        **What to do:** Compare it with the message as the provider sent it. If the provider sends
        it this way, report it with the line and column.

        ### saml.repeatedElement

        An element occurs again where SAML allows it once, such as OneTimeUse or ProxyRestriction
        in Conditions. Readers disagree on which one counts.

        **Usually:** Two messages were merged, or an attack tries to show one element to the
        verifier and another to the application.

        **What to do:** Refuse the message, and look at the position with samlkit inspect.

        ### saml.unexpectedText

        An element holds text where the schema allows only elements.

        **Usually:** A log or an editor wrote something into the message.

        **What to do:** Look at the position, and take the message before the program that adds
        the text.

        ### saml.missingAttribute

        An attribute that the schema requires is absent from an element.

        **Usually:** The provider's software leaves it out, or a program dropped attributes.

        **What to do:** Compare it with the message as the provider sent it, and report it to the
        provider.

        ### saml.invalidValue

        An attribute has a value that its type does not allow, such as a time in a format of its
        own or a negative Count of ProxyRestriction.

        **Usually:** The provider formats times or numbers by its locale, or metadata has white
        space in an entityID.

        **What to do:** Times look like 2026-01-15T12:00:00Z. Report the position to whoever
        writes the document.

        ### saml.repeatedEntity

        Two descriptions in metadata have the same entityID and differ. One of them could be an
        attacker's.

        **Usually:** An old and a new file were both passed, or two federations describe the same
        provider.

        **What to do:** Keep the current description and remove the other, or trust the certificates of
        your choice instead, with --trust-key FILE=ISSUER.

        ### saml.emptyWrapper

        A SOAP envelope or an ArtifactResponse carries no message.

        **Usually:** The provider answered with an error, or the body was removed on the way.

        **What to do:** Look at the SOAP fault or the status of the wrapper with samlkit inspect.

        ### saml.severalMessages

        A wrapper carries more than one message.

        **Usually:** An attack, or a gateway that collects messages.

        **What to do:** Refuse it. A wrapper may carry one message.

        ### saml.messageInHeader

        A message stands in the header of a SOAP envelope, where it is not looked for.

        **Usually:** An attack that hides a second message, or WS-Security with a SAML token.

        **What to do:** Only the body may carry the message. Ask whoever builds the envelope.

        ### saml.wrapperInSignedQuery

        A signed query string (HTTP-Redirect) carries a SOAP envelope or an ArtifactResponse,
        where the binding has the message itself.

        **Usually:** A gateway packed the message again.

        **What to do:** Send the message itself in SAMLRequest or SAMLResponse.
        """#
}
