internal import BatchEngine
internal import WireText
internal import XMLCore

/// The trusted keys, what they verified, and when their certificates end.
struct CertificateSection {
    let figures: ReportFigures

    /// A certificate that ends within this many seconds is marked.
    static let warningSpan: Int64 = 90 * 86_400
    /// The part of the past and the future that a timeline shows at full scale.
    private static let past: Int64 = 3 * 31_557_600
    private static let future: Int64 = 6 * 31_557_600

    private var now: Int64 { figures.now }

    var markup: Markup {
        Block.section(
            "certificates", "Keys and certificates",
            """
            The keys in use and the validity of the certificates they came in, seen from \
            \(ReportText.day(now)). It is the key that is trusted; an expired certificate is reported \
            and refuses nothing.
            """,
            body)
    }

    private var body: Markup {
        guard !figures.certificates.isEmpty else { return withoutTrust }
        let certificates = figures.certificates.sorted { one, other in
            let first = (-messages(one), one.notAfter ?? .max, one.issuer ?? "")
            let second = (-messages(other), other.notAfter ?? .max, other.issuer ?? "")
            return first < second
        }
        let shown = figures.shown(certificates)
        let axis = Axis(of: Array(shown), now: now)
        let head: Markup = """
            \(Block.head("trusted for", "key"))<th scope="col" class="timeline">\(axis.header)</th>\
            \(Block.head("certificate valid", numbers: "verified"))
            """
        return Block.table(
            "Keys and certificates", class: "certificates filterable", head: head,
            rows: shown.markup { row($0, axis) } + unknownRows)
            + figures.leftOut(certificates.count, "key")
    }

    private func messages(_ certificate: ReportCertificate) -> Int {
        figures.tally.keys[ByteExactName(certificate.keySHA256)] ?? 0
    }

    private func row(_ certificate: ReportCertificate, _ axis: Axis) -> Markup {
        let issuer: Markup =
            certificate.issuer.map { ReportText.issuer($0, limit: 40) } ?? "<i>any issuer</i>"
        let weak: Markup = certificate.isWeak ? " <em class=\"weak\">weak</em>" : ""
        let subject: Markup =
            certificate.subject.map { "<br/><span class=\"soft\">\(ReportText.name($0))</span>" }
            ?? ""
        return Block.row(
            issuer,
            """
            <td>\(certificate.kind)\(weak) \(Self.code(certificate.keySHA256, 8))\(subject)</td>\
            <td class="timeline">\(axis.bar(certificate))</td><td>\(end(certificate))</td>\
            \(cell: messages(certificate))
            """)
    }

    /// The first digits of a key's digest, with all of them in the title.
    private static func code(_ keySHA256: String, _ count: Int) -> Markup {
        "<code title=\"\(keySHA256)\">\(String(keySHA256.prefix(count)))…</code>"
    }

    private func end(_ certificate: ReportCertificate) -> Markup {
        guard let end = certificate.notAfter else { return "<i>no certificate</i>" }
        let begin = certificate.notBefore.map { "\(ReportText.day($0)) to " } ?? "until "
        let day = begin + ReportText.day(end)
        if end < now {
            return "\(day) <em class=\"weak\">ended \(ReportText.span(now - end)) ago</em>"
        }
        let span = ReportText.span(end - now)
        return end - now < Self.warningSpan
            ? "\(day) <em class=\"weak\">in \(span)</em>"
            : "\(day) <span class=\"soft\">in \(span)</span>"
    }

    /// Keys that verified messages and are not among the trusted ones given.
    private var unknownRows: Markup {
        let known = Set(figures.certificates.map { ByteExactName($0.keySHA256) })
        return figures.tally.keys.sorted { $0 }.filter { !known.contains($0.name) }.prefix(20)
            .markup { key in
                Block.row(
                    "<i>not among the keys given</i>",
                    """
                    <td>\(Self.code(key.name.text, 8))</td><td class="timeline"></td><td>–</td>\
                    \(cell: key.value)
                    """)
            }
    }

    private var withoutTrust: Markup {
        let hint = Block.empty(
            """
            The timeline needs the certificates, which results do not \
            hold.\(figures.remedies.noCertificates.markup { " \($0)" })
            """)
        let keys = figures.tally.keys.sorted { $0 }
        guard !keys.isEmpty else { return hint }
        return hint
            + Block.bars(
                "Verifying keys (SHA-256)",
                rows: keys.prefix(20).map { (Self.code($0.name.text, 16), $0.value, "accepted") })
    }

    /// The time from the earliest beginning to the latest end, within reason.
    private struct Axis {
        let begin: Int64
        let end: Int64
        let now: Int64
        private let nearBegin: Int64
        private let nearEnd: Int64

        init(of certificates: [ReportCertificate], now: Int64) {
            self.now = now
            let year: Int64 = 31_557_600
            let first = (certificates.compactMap(\.notBefore) + [now - year / 2]).min() ?? now
            let last = (certificates.compactMap(\.notAfter) + [now + year / 2]).max() ?? now
            (begin, end) = (first, last)
            (nearBegin, nearEnd) = (max(first, now - past), min(last, now + future))
        }

        /// The place of a time: what is far away is drawn closer together, so that different dates still have
        /// different places.
        private func place(_ time: Int64) -> Int {
            let left = nearBegin > begin ? 1500 : 0
            let right = nearEnd < end ? 8500 : 10_000
            func share(_ low: Int64, _ high: Int64, _ from: Int, _ to: Int) -> Int {
                let part = Double(min(max(time, low), high) - low) / Double(max(1, high - low))
                return from + Int(part * Double(to - from))
            }
            if time < nearBegin { return share(begin, nearBegin, 0, left) }
            return time > nearEnd
                ? share(nearEnd, end, right, 10_000) : share(nearBegin, nearEnd, left, right)
        }

        var header: Markup {
            """
            <span class="ends"><span>\(ReportText.day(begin))</span>\
            <span>\(ReportText.day(end))</span></span>
            """
        }

        func bar(_ certificate: ReportCertificate) -> Markup {
            guard let last = certificate.notAfter else { return "" }
            let left = place(certificate.notBefore ?? begin)
            let right = place(last)
            let state =
                last < now ? "malformed" : last - now < warningSpan ? "rejected" : "accepted"
            let label =
                "Valid from \(certificate.notBefore.map(ReportText.day) ?? "?") to "
                + ReportText.day(last)
            return """
                <svg class="span" viewBox="0 0 10000 10" preserveAspectRatio="none" role="img" \
                aria-label="\(label)"><title>\(label)</title>\
                <rect class="track" y="4" width="10000" height="2"/>\
                <rect class="\(state)" x="\(left)" y="2" width="\(max(40, right - left))" height="6"/>\
                <path class="now" vector-effect="non-scaling-stroke" d="M\(place(now)) 0V10"/></svg>
                """
        }
    }
}
