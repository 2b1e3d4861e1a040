internal import BatchEngine
internal import WireText
internal import XMLCore

/// The algorithms of signatures and encryption.
struct AlgorithmSection {
    let figures: ReportFigures

    var markup: Markup {
        let tally = figures.tally
        let tables =
            table("Signature methods", tally.signatureMethods)
            + table("Digest methods", tally.digestMethods)
            + table("Encryption methods", tally.encryptionMethods)
        let isEmpty =
            tally.signatureMethods.isEmpty && tally.digestMethods.isEmpty
            && tally.encryptionMethods.isEmpty
        return Block.section(
            "methods", "Signature and digest methods",
            "The algorithms of each message's first signature, and of decrypted messages.",
            isEmpty
                ? Block.empty("The tables need messages that are signed or were decrypted.")
                : "<div class=\"side\">\(tables)</div>")
    }

    private func table(_ label: String, _ methods: VerifiedFirstTable<Int>) -> Markup {
        guard !methods.isEmpty else { return "" }
        var rows: [(name: Markup, count: Int, class: String)] = methods.sorted { $0 }
            .prefix(20).map { name, count in
                let isWeak = Self.isWeak(name.text)
                let mark: Markup = isWeak ? " <em class=\"weak\">weak</em>" : ""
                return (
                    "\(Self.short(name.text))\(mark)", count, isWeak ? "rejected" : "accepted"
                )
            }
        if let others = methods.others {
            rows.append(("<i>further methods</i>", others, "malformed"))
        }
        return Block.bars(label, rows: rows)
    }

    /// The name after the last `#`, with the whole identifier in its title.
    private static func short(_ identifier: String) -> Markup {
        guard let end = identifier.split(separator: "#").last,
            end.utf8.count < identifier.utf8.count
        else { return ReportText.name(identifier, limit: 40) }
        return """
            <bdi title="\(identifier)">\(ReportText.shortened(String(end), to: 40))</bdi>
            """
    }

    /// Returns whether the standard policy refuses the method, as far as its name shows.
    static func isWeak(_ identifier: String) -> Bool {
        let endings = ["sha1", "md5", "-cbc", "#rsa-1_5"]
        return endings.contains { identifier.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
