internal import WireText

/// The places of a finding, as all outputs show them; secrets are not in them.
package struct Evidence: Sendable {
    /// One exchange.
    package struct Place: Sendable {
        package let file: String
        package let entry: Int?
        package let line: Int?
        /// The start, such as `2026-01-15T12:00:03.250Z`; `nil` without one.
        package let time: String?
        package let method: String
        package let path: String
        package let host: String
        /// The status; 0 without an answer.
        package let status: Int
        /// The seconds since the start of the place before.
        package let gap: Double?
        /// A Boolean value that indicates whether the exchange is at fault; the others show why.
        package let isFault: Bool

        /// The name of the exchange in its file.
        package var name: String {
            let name = file == "-" ? "standard input" : Self.lastComponent(file)
            if let entry { return "\(name) #\(entry)" }
            return line.map { "\(name) line \($0)" } ?? name
        }

        /// The last component of a path; of a member of an archive, with the archive's name.
        private static func lastComponent(_ path: String) -> String {
            let parts = path.split(separator: "/")
            return parts.last.map(String.init) ?? path
        }

        /// The time of the day, as text output shows it.
        package var timeOfDay: String? { time.map { String($0.dropFirst(11).dropLast()) } }
    }

    /// The first places, context before faults, in the order of time.
    package let places: [Place]
    /// The number of exchanges of the finding, shown or not.
    package let count: Int

    private static let most = 5

    /// Creates the evidence of a finding.
    package init(of finding: Finding) {
        let faults = finding.faults
        var seen: Set<ObjectIdentifier> = []
        let all = (finding.context + faults).filter { seen.insert(ObjectIdentifier($0)).inserted }
        count = all.count
        let atFault = Set(faults.map(ObjectIdentifier.init))
        // At least one place shows the fault itself.
        let context = finding.context.prefix(max(1, Self.most - faults.count))
        var chosen: [AuditedExchange] = []
        var taken: Set<ObjectIdentifier> = []
        for exchange in Array(context) + faults where chosen.count < Self.most {
            if taken.insert(ObjectIdentifier(exchange)).inserted { chosen.append(exchange) }
        }
        chosen.sort { ($0.start ?? 0, $0.number) < ($1.start ?? 0, $1.number) }
        var last: Int64?
        places = chosen.map { exchange in
            defer { last = exchange.start }
            return Place(
                file: exchange.file, entry: exchange.entry, line: exchange.line,
                time: exchange.start.map(Self.time), method: exchange.method, path: exchange.path,
                host: exchange.host, status: exchange.status,
                gap: last.flatMap { last in exchange.start.map { Double($0 - last) / 1e6 } },
                isFault: atFault.contains(ObjectIdentifier(exchange)))
        }
    }

    /// Returns a time with milliseconds.
    static func time(_ microseconds: Int64) -> String {
        let (milliseconds, _) = microseconds.flooredDivision(by: 1000)
        let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
        let (day, time) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: day)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T"
            + "\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))."
            + "\(digits(fraction, 3))Z"
    }
}

extension AuditedExchange {
    /// The name of the exchange in its file, without the folder.
    package var entryName: String {
        Evidence.Place(
            file: file, entry: entry, line: line, time: nil, method: method, path: path, host: host,
            status: status, gap: nil, isFault: false
        ).name
    }
}
