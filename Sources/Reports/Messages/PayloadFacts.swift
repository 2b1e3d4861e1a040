internal import PayloadCoding
internal import ProfileProcessing
internal import WireText
internal import XMLCore

/// The payload's way through the encoder, and what breaks on it.
struct PayloadFacts {
    let json: JSONValue

    init(_ examination: MessageExamination, _ record: ProfileRecord, isRedacted: Bool) {
        guard let payload = examination.payload, let xml = examination.xml,
            let summary = record.normalization
        else {
            json = .null
            return
        }
        let digits = (payload.normalized.count + 2) / 3 * 4
        let difference = xml.count - payload.normalized.count
        let steps: [(String, String)] = [
            ("XML", xml.count.counted("byte")),
            (
                "Normalized (\(summary.mode.rawValue))",
                "\(payload.normalized.count.counted("byte")), "
                    + (payload.normalized == xml
                        ? "unchanged" : difference > 0 ? "\(difference.grouped) fewer" : "changed")
            ),
            ("Base64", digits.counted("character")),
            (
                "Percent-encoded",
                "\(payload.bytes.count.counted("character")), of them "
                    + "\(((payload.bytes.count - digits) / 2).grouped) escaped"
            ),
        ]
        let betweenElements = examination.changes.filter { $0.before.allSatisfy(\.isWhitespace) }
        let changes = examination.changes.filter { !$0.before.allSatisfy(\.isWhitespace) }.map {
            change in
            let place = "\(change.element.name.localName), \(change.element.position)"
            return JSONValue.array([
                .string(place), .boolean(change.isSigned),
                .string(isRedacted ? "" : Self.shown(change.before)),
                .string(isRedacted ? "" : Self.shown(change.after)),
            ])
        }
        // All of them say the same.
        let others = betweenElements.prefix(1).map { change in
            JSONValue.array([
                .string("\(change.element.name.localName), \(change.element.position)"),
                .boolean(betweenElements.contains(where: \.isSigned)),
                .string("white space between elements"), .string("removed or changed"),
            ])
        }
        json = .object([
            ("effect", .string(orNull: record.encodingEffect)),
            ("breaks", .boolean(summary.preservesSignature == false)),
            ("steps", .array(steps.map { .strings([$0.0, $0.1]) })),
            ("warnings", .strings(summary.warnings.map { "\($0.rawValue): \($0.sentence)" })),
            ("changes", .array(changes + others)),
        ])
    }

    /// The text with white space that can be seen.
    private static func shown(_ text: String) -> String {
        ReportText.shortened(text, to: 160).replacing("\n", with: "⏎").replacing("\t", with: "→")
            .replacing("\r", with: "␍").replacing(" ", with: "·")
    }
}
