extension ReasonPage {
    /// Messages that are not acceptable here and now.
    static let conditions = #"""
        ### conditions.missingStatus

        The response has no status, although the schema requires one.

        **Usually:** A program dropped the element, or the response was built by hand.

        **What to do:** Take the response as the provider sent it.

        ### conditions.statusNotSuccess

        The identity provider reports that it could not do what was asked. Such a response states
        nothing about the user.

        **Usually:** The user is not signed in, cancelled, or has no such package; or the provider
        does not know the service provider.

        **What to do:** The sentence gives the status codes. Responder and Requester say whose
        side failed; ask the provider with the ID and the time of the response.

        ### conditions.unsupportedVersion

        The message or its assertion is not of SAML version 2.0.

        **Usually:** A provider or a library that still speaks SAML 1.1.

        **What to do:** Ask the provider for SAML 2.0.

        ### conditions.missingIssuer

        The message does not name who issued it.

        **Usually:** A program dropped the Issuer element, or the response was built by hand.

        **What to do:** Take the message as the provider sent it.

        ### conditions.issuerMismatch

        The issuer is not the expected one, or the response and its assertion name different
        issuers.

        **Usually:** --issuer names another environment, the spelling differs, or an assertion was
        put into another response.

        **What to do:** The sentence gives both names and how they differ. Pass --issuer with the
        name the provider uses.

        ### conditions.expired

        NotOnOrAfter has passed, the accepted clock skew granted.

        **Usually:** A recorded message is judged by today's clock; or it was delayed on the way,
        or the issuer's clock is behind.

        **What to do:** For a recorded message pass the time of receipt with --now. For live ones
        compare the clocks, and grant the difference in the sentence with --clock-skew.

        ### conditions.notYetValid

        NotBefore or IssueInstant has not come yet, the accepted clock skew granted, or
        AuthnInstant lies more than 30 days ahead. A time without a zone is UTC, as SAML writes
        all times.

        **Usually:** The issuer's clock is ahead of yours or yours is behind, or one of you uses
        local time.

        **What to do:** The sentence gives the difference. Set the clocks by NTP, or grant the
        difference with --clock-skew.

        ### conditions.audienceMismatch

        The assertion is for other audiences than you. Accepting it would let others use what was
        issued for them.

        **Usually:** --audience differs in spelling from the entity ID registered with the
        provider, or it is that of another environment.

        **What to do:** The sentence gives both and how they differ. Pass the registered entity
        ID, byte for byte.

        ### conditions.recipientMismatch

        The message is meant for another address, or the response and its assertion name different
        ones.

        **Usually:** --recipient differs in spelling from the registered address, or a proxy
        changes the scheme or port.

        **What to do:** The sentence gives both and how they differ. Use the address as it is
        registered, byte for byte.

        ### conditions.inResponseToMismatch

        The message answers another request than the expected one, or none. Accepting it would let
        others inject answers.

        **Usually:** Answers and requests of two sign-ons were mixed up, or an old answer was used
        again.

        **What to do:** Pass the ID of the request that was really sent, or the request itself
        with --query. Inspect shows what the message answers.

        ### conditions.unknownCondition

        The assertion has a condition that is not understood. SAML says that it must then be
        refused.

        **Usually:** An extension that the provider and another partner agreed on.

        **What to do:** Ask the provider to leave the condition out for you.

        ### conditions.issuerNotFirst

        The web SSO profile wants Issuer as the first element of the response.

        **Usually:** A program reordered elements, or the provider's software does not follow the
        schema.

        **What to do:** Take the message as the provider sent it, or report it to the provider.

        ### conditions.missingConditions

        The assertion has no Conditions, so that it could be used anywhere and for ever. With
        --audience, and for the web SSO profile, they must be there.

        **Usually:** The provider's software is configured for other protocols.

        **What to do:** Ask the provider to state NotBefore, NotOnOrAfter and the audience.
        --accept-without conditions lets such assertions through.

        ### conditions.missingAudienceRestriction

        The receiver's name was given, and the assertion names no audience. Any service provider
        could use it.

        **Usually:** A setting of the provider's software.

        **What to do:** Ask the provider to restrict the audience to your entity ID.
        --accept-without audience lets such assertions through.

        ### conditions.missingEnd

        The receiver's name was given, and neither the conditions of the assertion nor every
        confirmation of its subject have a NotOnOrAfter. It could be used for ever.

        **Usually:** A setting of the provider's software.

        **What to do:** Ask the provider to state NotOnOrAfter. --accept-without end lets such
        assertions through.

        ### conditions.missingAuthnStatement

        The web SSO profile requires a statement about how the user signed in, and there is none.

        **Usually:** An answer to an attribute query is judged as a sign-on.

        **What to do:** Judge answers to attribute queries with --profile attribute-query.

        ### conditions.missingBearerConfirmation

        The web SSO profile requires a bearer confirmation with NotOnOrAfter and Recipient, and
        there is none.

        **Usually:** An answer to an attribute query is judged as a sign-on, or the provider
        leaves out one of the two.

        **What to do:** Judge answers to attribute queries with --profile attribute-query, or
        report it to the provider.

        ### conditions.missingAssertion

        The response has the status success and no assertion.

        **Usually:** A program removed it, or the provider has nothing to state.

        **What to do:** Take the response as the provider sent it.

        ### conditions.severalAssertions

        The response has more than one assertion, so that receivers disagree on which one counts.

        **Usually:** Two responses were merged, or an attack adds an assertion of its own.

        **What to do:** Ask the provider to send one assertion.

        ### conditions.sessionEnded

        The session that the assertion tells of has ended (SessionNotOnOrAfter).

        **Usually:** A recorded message is judged by today's clock, or an old response was used
        again.

        **What to do:** For a recorded message pass the time of receipt with --now. Otherwise sign
        in again.

        ### conditions.subjectMismatch

        The answer is about another subject than the query asks about.

        **Usually:** Answers of two users were mixed up, or the provider changes the format of the
        identifier.

        **What to do:** Compare NameID, Format and qualifiers of the query and the answer with
        samlkit inspect.

        ### conditions.subjectUnreadable

        The subject of the query or of the answer is encrypted, so that the two cannot be
        compared.

        **Usually:** The provider encrypts identifiers.

        **What to do:** Pass the private key with --decryption-key.

        ### conditions.unrequestedAttribute

        The answer states an attribute or a value that the query does not request.

        **Usually:** The provider sends all it has, or a response of another query was used.

        **What to do:** The sentence gives the names. Ask for these attributes, or leave out
        --query if the answer need not match it.

        ### conditions.requestedAttributesMissing

        The answer states none of the attributes that the query requests.

        **Usually:** The attributes have other names at this provider, or the user has none of
        them.

        **What to do:** The sentence gives the names on both sides. Agree on the names with the
        provider.

        ### conditions.missingID

        A message or an assertion has no ID, which the schema requires. Nobody could tell whether
        it was used before.

        **Usually:** A program dropped the attribute, or the message was built by hand.

        **What to do:** Take the message as its sender sent it.

        ### conditions.missingIssueInstant

        A message or an assertion has no IssueInstant, which the schema requires.

        **Usually:** A program dropped the attribute, or the message was built by hand.

        **What to do:** Take the message as its sender sent it. With --now issued, pass a time instead.

        ### conditions.bearerNotBefore

        A bearer confirmation has NotBefore, which the web SSO profile forbids.

        **Usually:** A setting of the provider's software.

        **What to do:** Ask the provider to put NotBefore into Conditions only.

        ### conditions.replayed

        The assertion was accepted before. A second use may be an attack.

        **Usually:** The user loaded the page again, or a message was recorded and sent again.

        **What to do:** Sign in again. If captures are processed on purpose, judge them without a
        replay guard.

        ### conditions.replayUnknown

        It is unknown whether the assertion was accepted before, because it has no ID or the
        memory of the replay guard is full.

        **Usually:** Very many sign-ons within the validity of assertions.

        **What to do:** Give the replay guard a store of its own that holds more.
        """#
}
