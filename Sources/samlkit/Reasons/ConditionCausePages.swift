extension ReasonPage {
    /// What a failed condition points to.
    static let conditionCauses = #"""
        ### clockAhead

        The message was issued in the future: the issuer's clock is ahead of yours by at least the
        time in the sentence, or yours is behind.

        **Usually:** A server without NTP, or local time written as UTC. If messages of several
        issuers come from the future, it is your clock.

        **What to do:** Compare your clock with NTP first. Tell the provider the difference, and
        grant it with --clock-skew meanwhile.

        **In short:** come from a clock that is ahead: compare both clocks with NTP

        ### clockBehind

        The answer was issued before the query that it answers: the issuer's clock is behind by at
        least the time in the sentence.

        **Usually:** A server without NTP, or local time written as UTC.

        **What to do:** Tell the provider the difference, and grant it with --clock-skew
        meanwhile.

        **In short:** come from a clock that is behind: compare both clocks with NTP

        ### expired

        The message came after its end. Why it came late is unknown: it may be old, delayed, or
        from a clock that is behind.

        **Usually:** A recorded message is judged by today's clock.

        **What to do:** For recorded messages pass the time of receipt with --now. For live ones
        grant the difference in the sentence with --clock-skew.

        **In short:** had expired when they were judged: pass --now with the time of receipt if
        they were recorded

        ### neverValid

        The validity ends before it begins, or before the message was issued, so that the message is
        never valid.

        **Usually:** The provider computes one of the times in another time zone, or its validity
        is set to zero.

        **What to do:** Tell the provider both times.

        **In short:** end before they begin or were issued: tell the provider

        ### audienceWhiteSpace

        The audience in the message and the expected one differ by white space or
        characters that show nothing. They count as different.

        **Usually:** A line break or space was copied with the value, or the provider indents it.

        **What to do:** Remove the white space where the value is configured.

        **In short:** name the audience with a difference of white space: use one spelling on both
        sides

        ### audiencePercentEncoded

        The audience in the message and the expected one differ by percent-encoding only. They
        count as different.

        **Usually:** The value was taken out of a URL and not decoded.

        **What to do:** Decode the value once before it is configured.

        **In short:** name the audience with a difference of percent-encoding: use one spelling on
        both sides

        ### audienceLetterCase

        The audience in the message and the expected one differ by letter case only. They count as
        different.

        **Usually:** The value was typed, or a program lowered its case. SAML compares byte for
        byte, host names too.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the audience with a difference of letter case: use one spelling on both
        sides

        ### audienceSlash

        The audience in the message and the expected one differ by a trailing slash only. They
        count as different.

        **Usually:** The value was typed, or a program that normalizes addresses added or removed
        the slash.

        **What to do:** Copy the value from the registration or the metadata, with or without the
        slash.

        **In short:** name the audience with a difference of a trailing slash: use one spelling on
        both sides

        ### audienceScheme

        The audience in the message and the expected one differ by http and https only. They count
        as different.

        **Usually:** The value was registered before https, or a proxy ends TLS and the program
        behind it sees http.

        **What to do:** Use the scheme that is registered; behind a proxy, configure the public
        address.

        **In short:** name the audience with a difference of http and https: use one spelling on
        both sides

        ### audiencePort

        The audience in the message and the expected one differ by the port only. They count as
        different.

        **Usually:** A program wrote the standard port (:443), or a proxy listens on another port
        than the program behind it.

        **What to do:** Use the value that is registered, with or without the port.

        **In short:** name the audience with a difference of the port: use one spelling on both
        sides

        ### audienceHost

        The audience in the message and the expected one differ by the host name only. They count
        as different.

        **Usually:** One of them is for staging or for another client of the provider.

        **What to do:** Check which environment the message is from. If it is for another service
        provider, you must not accept it.

        **In short:** name the audience with a difference of the host name: use one spelling on
        both sides

        ### audienceJoined

        One Audience element has several names, the expected one among them. Each needs an element of its own.

        **Usually:** The provider was configured with a list where one name belongs.

        **What to do:** Ask the provider to register each audience by itself.

        **In short:** have several audiences in one element: ask the provider to register each by itself

        ### audienceOther

        The audience in the message and the expected one differ in more than their spelling.

        **Usually:** The message is for somebody else, or another environment is configured.

        **What to do:** Compare both values in the sentence with the registration. Do not accept
        what is meant for others.

        **In short:** name another audience: compare it with the registration

        ### recipientWhiteSpace

        The address in the message and the expected one differ by white space or
        characters that show nothing. They count as different.

        **Usually:** A line break or space was copied with the value, or the provider indents it.

        **What to do:** Remove the white space where the value is configured.

        **In short:** name the recipient with a difference of white space: use one spelling on
        both sides

        ### recipientPercentEncoded

        The address in the message and the expected one differ by percent-encoding only. They
        count as different.

        **Usually:** The value was taken out of a URL and not decoded.

        **What to do:** Decode the value once before it is configured.

        **In short:** name the recipient with a difference of percent-encoding: use one spelling
        on both sides

        ### recipientLetterCase

        The address in the message and the expected one differ by letter case only. They count as
        different.

        **Usually:** The value was typed, or a program lowered its case. SAML compares byte for
        byte, host names too.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the recipient with a difference of letter case: use one spelling on
        both sides

        ### recipientSlash

        The address in the message and the expected one differ by a trailing slash only. They
        count as different.

        **Usually:** The value was typed, or a program that normalizes addresses added or removed
        the slash.

        **What to do:** Copy the value from the registration or the metadata, with or without the
        slash.

        **In short:** name the recipient with a difference of a trailing slash: use one spelling
        on both sides

        ### recipientScheme

        The address in the message and the expected one differ by http and https only. They count
        as different.

        **Usually:** The value was registered before https, or a proxy ends TLS and the program
        behind it sees http.

        **What to do:** Use the scheme that is registered; behind a proxy, configure the public
        address.

        **In short:** name the recipient with a difference of http and https: use one spelling on
        both sides

        ### recipientPort

        The address in the message and the expected one differ by the port only. They count as
        different.

        **Usually:** A program wrote the standard port (:443), or a proxy listens on another port
        than the program behind it.

        **What to do:** Use the value that is registered, with or without the port.

        **In short:** name the recipient with a difference of the port: use one spelling on both
        sides

        ### recipientHost

        The address in the message and the expected one differ by the host name only. They count
        as different.

        **Usually:** One of them is for staging or for another client of the provider.

        **What to do:** Check which environment the message is from. If it is for another service
        provider, you must not accept it.

        **In short:** name the recipient with a difference of the host name: use one spelling on
        both sides

        ### recipientOther

        The address in the message and the expected one differ in more than their spelling.

        **Usually:** The message is for somebody else, or another environment is configured.

        **What to do:** Compare both values in the sentence with the registration. Do not accept
        what is meant for others.

        **In short:** name another recipient: compare it with the registration

        ### issuerWhiteSpace

        The issuer that the message names and the expected one differ by white space only. They
        count as different.

        **Usually:** A line break or space was copied with the value, or the provider indents it.

        **What to do:** Remove the white space where the value is configured.

        **In short:** name the issuer with a difference of white space: use one spelling on both
        sides

        ### issuerPercentEncoded

        The issuer that the message names and the expected one differ by percent-encoding only.
        They count as different.

        **Usually:** The value was taken out of a URL and not decoded.

        **What to do:** Decode the value once before it is configured.

        **In short:** name the issuer with a difference of percent-encoding: use one spelling on
        both sides

        ### issuerLetterCase

        The issuer that the message names and the expected one differ by letter case only. They
        count as different.

        **Usually:** The value was typed, or a program lowered its case. SAML compares byte for
        byte, host names too.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the issuer with a difference of letter case: use one spelling on both
        sides

        ### issuerSlash

        The issuer that the message names and the expected one differ by a trailing slash only.
        They count as different.

        **Usually:** The value was typed, or a program that normalizes addresses added or removed
        the slash.

        **What to do:** Copy the value from the registration or the metadata, with or without the
        slash.

        **In short:** name the issuer with a difference of a trailing slash: use one spelling on
        both sides

        ### issuerScheme

        The issuer that the message names and the expected one differ by http and https only. They
        count as different.

        **Usually:** The value was registered before https, or a proxy ends TLS and the program
        behind it sees http.

        **What to do:** Use the scheme that is registered; behind a proxy, configure the public
        address.

        **In short:** name the issuer with a difference of http and https: use one spelling on
        both sides

        ### issuerPort

        The issuer that the message names and the expected one differ by the port only. They count
        as different.

        **Usually:** A program wrote the standard port (:443), or a proxy listens on another port
        than the program behind it.

        **What to do:** Use the value that is registered, with or without the port.

        **In short:** name the issuer with a difference of the port: use one spelling on both
        sides

        ### issuerHost

        The issuer that the message names and the expected one differ by the host name only. They
        count as different.

        **Usually:** One of them is for staging or for another client of the provider.

        **What to do:** Check which environment the message is from. If it is for another service
        provider, you must not accept it.

        **In short:** name the issuer with a difference of the host name: use one spelling on both
        sides

        ### issuerOther

        The issuer that the message names and the expected one differ in more than their spelling.

        **Usually:** The message is for somebody else, or another environment is configured.

        **What to do:** Compare both values in the sentence with the registration. Do not accept
        what is meant for others.

        **In short:** name another issuer: compare it with the registration

        ### requestWhiteSpace

        InResponseTo and the ID of the request differ by white space only.

        **Usually:** The ID was copied with a line break or space.

        **What to do:** Remove the white space where the ID is stored.

        **In short:** name the request with white space: store its ID without

        ### requestLetterCase

        InResponseTo and the ID of the request differ by letter case only. IDs are compared byte
        for byte.

        **Usually:** A database or a program folds the case of identifiers.

        **What to do:** Store the ID of the request as it was sent.

        **In short:** name the request in another letter case: store its ID as it was sent

        ### requestUnderscore

        InResponseTo and the ID of the request differ by a leading underscore only.

        **Usually:** A program adds the underscore that XML identifiers need when it sends, and
        expects the ID without it.

        **What to do:** Store the ID of the request as it was sent.

        **In short:** name the request with or without its underscore: store its ID as it was sent

        ### requestOther

        The message answers another request than the expected one.

        **Usually:** Two sign-ons at the same time were mixed up, or an old answer was used again.

        **What to do:** Keep the ID of each request with the session that sent it. inspect shows
        which request the message answers.

        **In short:** answer another request: keep the ID of each request with its session
        """#
}
