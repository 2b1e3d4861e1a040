package import BatchEngine
package import ProfileProcessing
internal import SAML2
package import SAMLBindings
package import SignatureDiagnostics
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// One message as a report shows it: why, in which order things happened, and the message itself.
///
/// It is data for the page's script, which shows every text of it as text.
package struct MessageDetail: Sendable {
    /// The place of a message, with the option that chooses it there.
    package struct Place: Hashable, Sendable {
        /// The message's place among all messages of its file, counted from 1.
        package let number: Int
        /// A Boolean value that indicates whether it is certainly the only message of its file.
        package let isOnly: Bool
        /// The index of the message in its run, where that is not the record's.
        package let index: Int?

        /// Creates a place.
        package init(number: Int, isOnly: Bool = false, index: Int? = nil) {
            self.number = number
            self.isOnly = isOnly
            self.index = index
        }
    }

    /// The details as JSON on one line, ready to stand in a page.
    package let line: [UInt8]
    /// The message as the lines of a page without a script; empty where nothing can be shown.
    package private(set) var text = ""

    /// Gathers the details of a message.
    ///
    /// - Parameters:
    ///   - record: The record, redacted if values must be.
    ///   - message: The message; `nil` if there is none in the entry.
    ///   - place: Where to find it.
    ///   - processor: The processor that made the record.
    ///   - remedies: What a reader can do, in the words of the program.
    ///   - explanations: The explanations that its reasons are from; `nil` where none had to be looked for.
    package init(
        of record: ProfileRecord, _ message: CapturedMessage?, at place: Place,
        by processor: ProfileProcessor, remedies: ReportRemedies,
        explanations: [SignatureExplanation]?
    ) {
        let examination = message.map {
            processor.examination(of: $0, with: record, explanations: explanations)
        }
        let stated = StatedFacts(
            examination?.document, redaction: processor.options.redaction)
        let facts = MessageFacts(record, stated, processor, remedies)
        var members = facts.summary(index: place.index ?? record.index, number: place.number)
        let command = MessageCommands(record, place, remedies)
        members.append(("commands", .strings(command.all)))
        members.append(("story", facts.story))
        members.append(("reasons", facts.reasons))
        members.append(("notes", facts.notes))
        members.append(("conditions", facts.conditions))
        members.append(("attributes", facts.attributes))
        if let examination {
            let isRedacted = processor.options.redaction != nil
            let signatures = SignatureFacts(examination, record, processor, isRedacted: isRedacted)
            members.append(("signatures", signatures.explanations))
            members.append(("certificates", signatures.certificates))
            members.append(
                ("payload", PayloadFacts(examination, record, isRedacted: isRedacted).json))
            let listing = Self.listing(examination, record, message, processor)
            members.append(("xml", .array(listing.json)))
            members.append(("xmlIsExact", .boolean(listing.isExact)))
            text = listing.text
            if let note = listing.note { members.append(("xmlNote", .string(note))) }
        } else {
            members.append(("xmlNote", .string("No message could be read from this entry.")))
        }
        line = ScriptJSON.bytes(.object(members))
    }

    /// Makes the details of an entry of saved results, whose message was not found.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - remedies: What a reader can do.
    ///   - note: The sentence about what is missing.
    package init(of entry: ResultEntry, remedies: ReportRemedies, note: String) {
        var members = MessageFacts.summary(of: entry, remedies)
        members.append(("xmlNote", .string(note)))
        line = ScriptJSON.bytes(.object(members))
    }

    private static func listing(
        _ examination: MessageExamination, _ record: ProfileRecord, _ message: CapturedMessage?,
        _ processor: ProfileProcessor
    ) -> Listing {
        let redaction = processor.options.redaction
        let positions = record.reasons.compactMap(\.position)
        guard let document = examination.document else {
            guard redaction == nil else {
                return Listing(
                    XMLListing(),
                    "The message cannot be read, so its values cannot be replaced: it is not shown."
                )
            }
            let listing = XMLListing(
                unreadable: examination.xml ?? message?.bytes ?? [], at: positions.first)
            let what =
                examination.xml == nil
                ? "The bytes as they were captured" : "The text that was unpacked"
            return Listing(
                listing,
                "\(what), which cannot be read as XML\(listing.isCut ? "; only a part is shown" : "")."
            )
        }
        let listing = XMLListing(
            document, marking: FailingElements(document, record, examination).all, positions,
            redaction: redaction)
        return Listing(
            listing, listing.isCut ? "The message is long: only a part of it is shown." : nil)
    }
}

/// The lines of a message for the script, and for a page without one.
private struct Listing {
    let lines: XMLListing
    let note: String?

    init(_ lines: XMLListing, _ note: String?) {
        self.lines = lines
        self.note = note
    }

    /// A Boolean value that indicates whether the lines with what stands before each are the message byte for byte.
    var isExact: Bool { !lines.places.isEmpty }

    /// Depth, marks (1: signed, 2: something is wrong here) and text; and where the message stands as it is, the white
    /// space before it, its line and its column.
    var json: [JSONValue] {
        lines.lines.enumerated().map { number, line in
            let marks = (line.isSigned ? 1 : 0) + (line.isMarked ? 2 : 0)
            let shown: [JSONValue] = [
                .integer(line.depth), .integer(marks), .string(line.text),
            ]
            guard isExact else { return .array(shown) }
            let (before, position) = lines.places[number]
            return .array(
                shown + [
                    .string(before), .integer(position.line), .integer(position.column),
                ])
        }
    }

    var text: String {
        let texts = lines.lines.enumerated().map { number, line in
            isExact
                ? lines.places[number].before + line.text
                : String(repeating: "  ", count: min(line.depth, 24)) + line.text + "\n"
        }
        return texts.joined()
    }
}
