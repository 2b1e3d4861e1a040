extension ReasonPage {
    /// Entries of captures that hold no readable message.
    static let capture = #"""
        ### capture.inputNotFound

        The file or folder does not exist, or disappeared while it was read.

        **Usually:** A mistyped name, a pattern that the shell did not expand, or a folder that
        something else cleans up.

        **What to do:** Check the name and the working folder with ls. Copy captures to a folder
        of their own before a long run.

        ### capture.inputNotPermitted

        The file or folder exists, and this user may not read it.

        **Usually:** A proxy or a service wrote it as another user, or a folder on its path denies
        access.

        **What to do:** Copy the capture as its owner, or grant read access with chmod. Folders
        need the x permission too.

        ### capture.inputUnreadable

        The system reported an error while the file was read.

        **Usually:** A network share that went away, a damaged disk, or a device file.

        **What to do:** Copy the file to a local disk and read the copy. If copying fails as well,
        the file itself is damaged.

        ### capture.inputTooLarge

        One file or one line is larger than the limit for one message, so it was not read into
        memory.

        **Usually:** A capture of everything a device sent, in a format that has to be read as a
        whole; rarely a message.

        **What to do:** Split the capture, or export only the exchanges with the TV provider. A
        line-based format such as NDJSON has no limit for the whole file.

        ### capture.invalidJSON

        The line, body or file begins as JSON and is not valid JSON.

        **Usually:** The writer was stopped in the middle of a record, a log cut the line at a
        limit, or several records share one line.

        **What to do:** Record again without a limit on the length of lines. If only the last line
        is affected, the capture is still being written.

        ### capture.missingField

        The JSON object has no string in the field where the message should be.

        **Usually:** The field has another name than samlkit expects, or the option --field names
        one that this record lacks.

        **What to do:** Pass --field NAME with the name of the field, or a path such as
        result.payload. Without --field, usual names and whatever looks like a message are found.

        ### capture.repeatedField

        The field with the message occurs twice in one JSON object, or twice in the header row of
        a CSV file. Readers disagree on which one counts.

        **Usually:** Two log formats were merged, or a join added a column of the same name.

        **What to do:** Rename or drop one of the two before the export.

        ### capture.missingEntries

        The file looks like a HAR file and has no log.entries.

        **Usually:** Another JSON file has the suffix .har, or a tool wrote an empty or partial
        export.

        **What to do:** Export the session as HAR again. If the file is other JSON, pass
        --input-format json.

        ### capture.invalidEntry

        An entry of the HAR file is not a JSON object, so there is no request in it.

        **Usually:** A script edited the file, or a tool wrote a placeholder for a request it
        could not save.

        **What to do:** Export the session again, or remove the broken entry. The other entries
        were read.

        ### capture.missingColumn

        The header row of the CSV file names no column where the message could be.

        **Usually:** The file has no header row, or the column has a name of its own.

        **What to do:** Pass --field NAME with the name of the column, or add a header row.

        ### capture.cellCount

        A row of the CSV file has more or fewer cells than the header row.

        **Usually:** A value with commas or line breaks was written without quotes, or a row was
        cut off.

        **What to do:** Export again with a program that quotes values (RFC 4180).

        ### capture.invalidCSV

        A row has a quote where none may be, or one that is never closed.

        **Usually:** A program joined values with commas and did not double the quotes in them.

        **What to do:** Export again with a CSV library, or as NDJSON.

        ### capture.invalidCompression

        The compressed file is damaged, cut off, or followed by other bytes.

        **Usually:** A download or a copy that did not finish, or a file that was transferred as
        text.

        **What to do:** Compare the size and the checksum with the original, and copy it again in
        binary mode. gzip -t tests it.

        ### capture.expansionLimit

        The file grows too much when it is unpacked, or together with the files that it names.

        **Usually:** A bomb made to exhaust memory, or an archive of very repetitive logs.

        **What to do:** If you trust its origin, unpack it yourself and pass the folder.

        ### capture.archivesUnavailable

        The file is an archive, or compressed with something other than gzip, and this build of
        samlkit reads none of those.

        **Usually:** samlkit was built without the package trait Archives.

        **What to do:** Unpack the file and pass the folder, or rebuild with: swift build -c
        release --traits Archives --product samlkit

        ### capture.invalidArchive

        The archive is damaged or cut off, or a part of it is of a kind that is not read.

        **Usually:** An interrupted download, a split archive of which one part is missing, or a
        directory that does not list all members.

        **What to do:** Test it with its own program (unzip -t, tar -t), and copy it again. What
        could be read has records.

        ### capture.encryptedMember

        A member of the archive is encrypted, so that its content is unknown.

        **Usually:** A session was saved with a password, as Fiddler offers.

        **What to do:** Extract the archive with its password and pass the folder, or save the
        session without one.

        ### capture.memberLimit

        The archive has more members than are read from one archive.

        **Usually:** An export with one small file for each request, or an archive made to exhaust
        a reader.

        **What to do:** Unpack it and pass the folder, or split it.

        ### capture.nestingLimit

        Archives or layers of compression are inside one another more often than is followed.

        **Usually:** Backups of backups, or an archive made to exhaust a reader.

        **What to do:** Unpack the outer layers and pass what is inside.

        ### capture.convertFirst

        The file is a capture in a format that cannot be read directly.

        **Usually:** A program's own binary session format, or a capture of encrypted network
        traffic.

        **What to do:** The record's sentence names the command or menu that exports it, mostly as
        HAR.

        ### capture.invalidCapture

        The format of the capture was recognized and its structure is damaged or cut off at this
        place.

        **Usually:** The recorder was killed while it wrote, or the file was edited.

        **What to do:** Save the session again. If the format was recognized wrongly, name it with
        --input-format.

        ### capture.undecodable

        The body of a request or response has a content coding that could not be undone.

        **Usually:** The body is damaged or was already decoded by the recorder, or its coding
        (br, zstd) needs the trait Archives.

        **What to do:** Let the recorder decode bodies, or rebuild with: swift build -c release
        --traits Archives --product samlkit

        ### capture.entityDeclaration

        A capture in XML declares an entity or refers to an external file. Neither is ever read,
        because both can be used to attack a reader.

        **Usually:** A session file with a document type in front, or an attack.

        **What to do:** Remove the document type declaration from the session file, or export it
        in another format.

        ### capture.truncatedMessage

        The recorder cut the message off, shortened it, or wrote it in lines of which some are missing.

        **Usually:** A limit on the length of lines, fields or bodies: 1,024, 4,096, 8,192, 16,384
        or 32,767 characters are common. Apple's systems leave out the middle of data that they describe.

        **What to do:** Look for the rest in the lines after it. If it is not there, raise the limit of the
        logger or of the column, or log data in Base64, and record again.

        ### capture.disorderedMessage

        An end tag of the message stands before its start tag, and none after it.

        **Usually:** A tool that sorts lines or shows the newest first, pieces that were put
        together in another order, or the end of one message followed by the beginning of another.

        **What to do:** Export with the oldest line first, and put the pieces of a message
        together by their numbers.

        ### capture.redactedMessage

        The recorder replaced the message: with asterisks, with the word REDACTED, or with a mark of Apple's
        unified log.

        **Usually:** Masking of sensitive fields in a logger, a proxy or a log platform; values that the unified
        log keeps private (`<private>`) or does not hold (`<decode: …>`).

        **What to do:** The record's sentence says how to get what the unified log left out. Otherwise exempt
        the field from masking in a test environment, or record with a proxy that does not mask.

        ### capture.noMessage

        The file was read and no SAML message was found in it. It is counted and not judged.

        **Usually:** A capture of another part of the traffic, a document, or a message in a field
        that is named unusually.

        **What to do:** The record's sentence says what the file was read as. If a message should
        be in it, pass --input-format or --field.
        """#
}
