internal import BatchEngine
internal import WireText
internal import XMLCore

/// Reasons by issuer, and for each reason where to look.
struct ReasonSection {
    let figures: ReportFigures

    private static let maximumColumns = 12

    var markup: Markup {
        let lead: Markup = """
            Each cell says for how many messages a reason comes first, and below, where that is more, \
            how many have it at all. A reason leads to examples.
            """
        return Block.section(
            "reasons", "Reasons by issuer", lead,
            figures.reasons.isEmpty
                ? Block.empty("Nothing was rejected and everything could be read.")
                : matrix + figures.reasons.markup { details($0) })
    }

    private var matrix: Markup {
        let columns = figures.reasons.prefix(Self.maximumColumns)
        let head = columns.markup { reason in
            """
            <th scope="col" class="n"><a href="#\(reason.anchor)" title="\(reason.code)">\
            \(ReportText.words(reason.code))</a></th>
            """
        }
        var (rows, leftOut) = figures.rows { !$0.reasons.isEmpty }
        if !figures.tally.unreadable.reasons.isEmpty {
            // Messages without an issuer have the same word.
            if let place = rows.firstIndex(where: { $0.name == ReportText.unknown }) {
                rows[place].value.merge(figures.tally.unreadable)
            } else {
                rows.append((ReportText.unknown, figures.tally.unreadable))
            }
        }
        let largest =
            rows.flatMap { row in
                columns.map { row.value.reasons[ByteExactName($0.code)]?.all ?? 0 }
            }.max() ?? 0
        let body = rows.markup { row in
            let cells = columns.markup { reason in
                cell(row.value.reasons[ByteExactName(reason.code)], of: largest)
            }
            return Block.row(row.name, cells)
        }
        let further = figures.reasons.count - columns.count
        let note: Markup =
            further == 0
            ? "" : Block.note("\(further.counted("further reason")) below.")
        return Block.table(
            "Reasons by issuer", class: "matrix", head: Block.head("issuer") + head, rows: body)
            + leftOut + note
    }

    private func cell(_ tally: IssuerTally.ReasonTally?, of largest: Int) -> Markup {
        guard let tally else { return "<td class=\"n none\">·</td>" }
        // Few beside many must be seen, too: the shade goes with the logarithm.
        let shade = Self.magnitude(tally.all) * 5 / max(1, Self.magnitude(largest))
        let all: Markup =
            tally.all == tally.first
            ? ""
            : "<small title=\"all messages with it\">\(tally.all.grouped)</small>"
        return
            "<td class=\"n heat\(min(5, max(1, shade)))\">\(tally.first.grouped)\(all)</td>"
    }

    /// The number of binary digits.
    private static func magnitude(_ number: Int) -> Int {
        Int.bitWidth - number.leadingZeroBitCount
    }

    private func details(_ reason: ReportFigures.ReasonFigure) -> Markup {
        let shown = reason.issuers.prefix(6)
        let rows = shown.markup { issuer in
            issuer.tally.places.places.prefix(shown.count > 2 ? 2 : 3).markup { place in
                row(place, issuer: issuer.name)
            }
        }
        let head =
            Block.head("where", numbers: "index") + Block.head("issuer", "to look at it")
        let issuerCount = reason.issuers.count { $0.name != nil }
        let whose = issuerCount == 0 ? "" : ", " + issuerCount.counted("issuer")
        let opening: Markup = reason.anchor == "reason-1" ? "<details open=\"open\">" : "<details>"
        return """
            <article id="\(reason.anchor)" class="reason">
            \(opening)<summary><h3>\(ReportText.words(reason.code))</h3> \
            <code>\(reason.code)</code> <span class="soft">first for \
            \(reason.first.counted("message")), among the reasons of \
            \(reason.all.grouped)\(whose)</span></summary>
            \(Block.table("Examples of \(reason.code)", class: "places", head: head, rows: rows))\
            </details></article>

            """
    }

    /// The cell with the index, which opens the message if its details are on the page.
    private func number(_ place: ReportPlace) -> Markup {
        guard figures.messages != nil else { return "\(cell: place.index)" }
        return """
            <td class="n"><a href="#message-\(place.index)">\(place.index.grouped)</a></td>
            """
    }

    private func row(_ place: ReportPlace, issuer: String?) -> Markup {
        let command: Markup =
            place.command(figures.remedies).map {
                "<code class=\"command\">\($0)</code>"
            } ?? ReportText.unknown
        let name: Markup = issuer.map { ReportText.issuer($0, limit: 32) } ?? "–"
        return Block.row(
            "\(ReportText.name(place.file.name.text, limit: 52))\(place.detail)",
            "\(number(place))<td>\(name)</td><td>\(command)</td>")
    }
}

extension ReportPlace {
    /// The position in the file.
    fileprivate var detail: String {
        [entry.map { "entry \($0)" }, line.map { "line \($0)" }].compactMap(\.self)
            .map { ", \($0)" }.joined()
    }

    /// Returns the shell command that shows the message; `nil` if there is none, or if the file
    /// name cannot be typed.
    func command(_ remedies: ReportRemedies) -> String? {
        // Entries and lines are counted in each member of an archive, which no option chooses; and they may hold several
        // messages, all of which are shown then.
        guard let inspection = remedies.inspection, let argument = FileArgument(file.name.text),
            number != nil || !argument.isArchive
        else { return nil }
        let isAlone = entry == nil && line == nil && !argument.isArchive && number == 1
        let selection =
            number.map { isAlone ? "" : " --nth \($0)" } ?? entry.map { " --entry \($0)" }
            ?? line.map { " --line \($0)" } ?? ""
        let options = remedies.options(hasOwnTime: hasTime)
        return "\(inspection) \(argument.text)\(selection)\(options)"
    }
}
