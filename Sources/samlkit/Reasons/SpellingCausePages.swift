extension ReasonPage {
    /// What names and times point to, besides the usual differences.
    static let spellingCauses = #"""
        ### postdated

        By the issuer's own clock, the message begins to be valid after it was issued. No clock is
        suspect.

        **Usually:** The provider dates its messages ahead, or computes NotBefore in another time
        zone.

        **What to do:** Tell the provider both times. For recorded messages pass the time of
        receipt with --now.

        **In short:** begin to be valid after they were issued: tell the provider both times

        ### audienceEscaped

        The audience in the message and the expected one differ by an escaped & (&amp;) only. They
        count as different.

        **Usually:** The value was escaped as XML or HTML once more than it was decoded.

        **What to do:** Decode the value once before it is configured, and let the XML library
        escape it.

        **In short:** name the audience with an escaped & (&amp;): decode the value once

        ### audienceLookAlike

        The audience in the message and the expected one look alike and have different letters,
        such as the Cyrillic a. The sentence names them. They count as different.

        **Usually:** A value was copied from a document, or somebody imitates a name.

        **What to do:** Do not pass or trust the other name. Type the value anew where it is
        configured; if it is in messages only, ask the provider where they come from.

        **In short:** name the audience with letters that look alike: do not accept it

        ### audienceQuery

        The audience in the message and the expected one differ by what follows the question mark
        only. They count as different.

        **Usually:** A program added parameters to an address, or cut them off.

        **What to do:** Use the value that is registered, with or without the parameters.

        **In short:** name the audience with other parameters: use one spelling on both sides

        ### audienceSeveral

        The audience in the message and the expected one differ in several ways, all of them of
        spelling. The sentence lists them. They count as different.

        **Usually:** The value was typed, or went through a program that normalizes addresses.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the audience in another spelling: use one spelling on both sides

        ### recipientEscaped

        The address in the message and the expected one differ by an escaped & (&amp;) only. They
        count as different.

        **Usually:** The value was escaped as XML or HTML once more than it was decoded.

        **What to do:** Decode the value once before it is configured, and let the XML library
        escape it.

        **In short:** name the recipient with an escaped & (&amp;): decode the value once

        ### recipientLookAlike

        The address in the message and the expected one look alike and have different letters,
        such as the Cyrillic a. The sentence names them. They count as different.

        **Usually:** A value was copied from a document, or somebody imitates a name.

        **What to do:** Do not pass or trust the other name. Type the value anew where it is
        configured; if it is in messages only, ask the provider where they come from.

        **In short:** name the recipient with letters that look alike: do not accept it

        ### recipientQuery

        The address in the message and the expected one differ by what follows the question mark
        only. They count as different.

        **Usually:** A program added parameters to an address, or cut them off.

        **What to do:** Use the value that is registered, with or without the parameters.

        **In short:** name the recipient with other parameters: use one spelling on both sides

        ### recipientSeveral

        The address in the message and the expected one differ in several ways, all of them of
        spelling. The sentence lists them. They count as different.

        **Usually:** The value was typed, or went through a program that normalizes addresses.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the recipient in another spelling: use one spelling on both sides

        ### issuerEscaped

        The issuer that the message names and the expected one differ by an escaped & (&amp;)
        only. They count as different.

        **Usually:** The value was escaped as XML or HTML once more than it was decoded.

        **What to do:** Decode the value once before it is configured, and let the XML library
        escape it.

        **In short:** name the issuer with an escaped & (&amp;): decode the value once

        ### issuerLookAlike

        The issuer that the message names and the expected one look alike and have different
        letters, such as the Cyrillic a. The sentence names them. They count as different.

        **Usually:** A value was copied from a document, or somebody imitates a name.

        **What to do:** Do not pass or trust the other name. Type the value anew where it is
        configured; if it is in messages only, ask the provider where they come from.

        **In short:** name the issuer with letters that look alike: do not accept it

        ### issuerQuery

        The issuer that the message names and the expected one differ by what follows the question
        mark only. They count as different.

        **Usually:** A program added parameters to an address, or cut them off.

        **What to do:** Use the value that is registered, with or without the parameters.

        **In short:** name the issuer with other parameters: use one spelling on both sides

        ### issuerSeveral

        The issuer that the message names and the expected one differ in several ways, all of them
        of spelling. The sentence lists them. They count as different.

        **Usually:** The value was typed, or went through a program that normalizes addresses.

        **What to do:** Copy the value from the registration or the metadata, letter by letter.

        **In short:** name the issuer in another spelling: use one spelling on both sides

        ### requestSeveral

        InResponseTo and the ID of the request differ in several ways, all of them of spelling.

        **Usually:** A program changes identifiers when it stores them.

        **What to do:** Store the ID of the request as it was sent.

        **In short:** name the request in another spelling: store its ID as it was sent

        ### attributeWhiteSpace

        The required attribute was sent with other white space in or around its name. Names are
        compared byte for byte.

        **Usually:** A space or line break was copied with the name where it is configured.

        **What to do:** Ask the provider to remove the white space, or require the name as it is
        sent.

        **In short:** send a required attribute with white space in its name: remove it where it
        is configured

        ### attributeLetterCase

        The required attribute was sent in another letter case. Names are compared byte for byte.

        **Usually:** The name was typed on one of the sides.

        **What to do:** Require the name as it is sent; the sentence gives it.

        **In short:** send a required attribute in another letter case: require the name as it is
        sent

        ### attributeLookAlike

        A name was sent that looks like the required one and has different letters. The sentence
        names them.

        **Usually:** The name was copied from a document.

        **What to do:** Ask the provider to type the name anew. Do not require the other one.

        **In short:** send a name that looks like a required attribute: ask the provider to type
        it anew

        ### attributeOtherName

        The required attribute was sent under another of its names, such as
        urn:oid:0.9.2342.19200300.100.1.1 for uid.

        **Usually:** The provider sends object identifiers, as SAML's X.500 profile has it.

        **What to do:** Require the name as it is sent; the sentence gives it.

        **In short:** send a required attribute under another of its names: require the name as it
        is sent
        """#
}
