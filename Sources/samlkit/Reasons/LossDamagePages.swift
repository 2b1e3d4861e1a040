extension ReasonPage {
    /// Parts of messages that are gone.
    static let lossDamage = #"""
        ### truncated

        The end of the message is missing.

        **Usually:** A limit on lines, fields or bodies cut it off at 1,024, 4,096, 8,192, 16,384
        or 32,767 characters, or a viewer shortened it.

        **What to do:** Find what cut it, such as a limit of the logger or the column or a character that it
        cannot store, and record again. What was cut off cannot be restored.

        **In short:** were cut off: find the log, column or copy that cut them

        ### beginningLost

        The beginning of the message is missing.

        **Usually:** A viewer or tail showed only the last part.

        **What to do:** Copy all of it.

        **In short:** lost their beginning: copy all of it

        ### middleLost

        The middle of the message was left out.

        **Usually:** A log or viewer shortens long values and writes an ellipsis.

        **What to do:** Record without shortening.

        **In short:** lost their middle: record without shortening

        ### linesLost

        Only some lines of the message are there.

        **Usually:** grep or another filter by line.

        **What to do:** Filter whole records, or log the message on one line in Base64.

        **In short:** lost lines: filter records, not lines

        ### signatureTruncated

        The signature value is shorter than those of the trusted key, and is no whole value of another usual key.

        **Usually:** A column or a field with a limit such as 255 characters.

        **What to do:** Widen the column or field.

        **In short:** have signature values that were cut off: widen the field

        ### signatureLost

        The Signature element is missing or incomplete.

        **Usually:** A program wrote the message again without it, or a filter removed it.

        **What to do:** Take the message before that program.

        **In short:** lost their signature: take them before the program that drops it

        ### signatureValueEmpty

        The signature value is empty.

        **Usually:** A filter or mask removed it.

        **What to do:** Exempt the message from masking.

        **In short:** have an empty signature value: exempt messages from masking

        ### redacted

        A mask such as *** or [REDACTED] stands for a signed value, and the signature is invalid. Nothing proves that
        the mask is the reason: the provider may have signed it.

        **Usually:** A log platform that masks names, numbers or mail addresses.

        **What to do:** Exempt the message from masking in a test environment. If the provider sends the mask, compare
        the message with the one that it sent.

        **In short:** seem to be masked: exempt messages from masking

        ### attributesRemoved

        Attributes were removed from the assertion after signing.

        **Usually:** A gateway or a script that filters attributes.

        **What to do:** Filter after verification, in the application.

        **In short:** lost attributes: filter after verification

        ### assertionCutOut

        It is an assertion without its response. The assertion's own signature is valid.

        **Usually:** A program stored only the assertion, or the response's tags are damaged, so that only the
        assertion in it was found.

        **What to do:** Keep the complete response.

        **In short:** are assertions without their response: keep the complete response

        ### base64CharacterLost

        A character of the Base64 is missing.

        **Usually:** A copy with an incomplete selection, or a transfer that drops characters.

        **What to do:** Copy the value again, and compare the length.

        **In short:** lost a character: copy the value again

        ### base64CharacterAdded

        The Base64 has a character too many.

        **Usually:** A copy or an edit by hand.

        **What to do:** Copy the value again, and compare the length.

        **In short:** have a character too many: copy the value again

        ### base64CharacterDoubled

        The Base64 has a character twice.

        **Usually:** A copy in parts that overlap, or an edit by hand.

        **What to do:** Copy the value again, and compare the length.

        **In short:** have a character twice: copy the value again

        ### base64CharacterReplaced

        One character of the Base64 is wrong.

        **Usually:** It was typed, or read by text recognition: l for I, 0 for O.

        **What to do:** Copy the value as text, and never from a picture.

        **In short:** have a wrong character: copy the value as text

        ### base64CharactersSwapped

        Two characters of the Base64 were exchanged.

        **Usually:** An edit by hand.

        **What to do:** Copy the value again.

        **In short:** have two characters exchanged: copy the value again

        ### base64PaddingLost

        The padding (=) at the end of the Base64 is gone.

        **Usually:** A program that writes Base64 for URLs, or that cuts off `=` as the end of a parameter.

        **What to do:** Keep the padding, or percent-encode it as %3D in a form.

        **In short:** lost the padding of their Base64: keep the = at the end

        ### base64LowerCased

        The Base64 has no capital letter, so that its content is lost.

        **Usually:** A program folds URLs or keys to lower case.

        **What to do:** Take the message before that program.

        **In short:** were lower-cased: take them before the program that does it

        ### base64UpperCased

        The Base64 has no small letter, so that its content is lost.

        **Usually:** A program or a mainframe converts text to upper case.

        **What to do:** Take the message before that program.

        **In short:** were upper-cased: take them before the program that does it
        """#
}
