internal import SAML2
internal import WireText

/// Numbers, times and names as a report writes them.
enum ReportText {
    /// The share in percent, rounded; only all are 100 % and only none are 0 %.
    static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        if part <= 0 { return "0 %" }
        if part >= whole { return "100 %" }
        let tenths = min(999, Int((Double(part) / Double(whole) * 1000).rounded()))
        return tenths == 0 ? "<0.1 %" : "\(tenths / 10).\(tenths % 10) %"
    }

    /// The shares of parts that make up a whole, in percent: they add up to 100, and what is there is never 0.
    ///
    /// They have one decimal, or as many as the smallest part needs. A negative number in a journal counts as zero.
    static func shares(_ parts: [Int]) -> [String] {
        let parts = parts.map { max(0, $0) }
        let whole = parts.reduce(0.0) { $0 + Double($1) }
        guard whole > 0 else { return parts.map { _ in "–" } }
        var scale = 1000
        var decimals = 1
        let smallest = parts.filter { $0 > 0 }.min() ?? 1
        while decimals < 6, Double(smallest) / whole * Double(scale) < 1 {
            scale *= 10
            decimals += 1
        }
        let exact = parts.map { Double($0) / whole * Double(scale) }
        var units = exact.map { Int($0) }
        for place in parts.indices where parts[place] > 0 && units[place] == 0 { units[place] = 1 }
        // The parts that lost most by rounding down get what is left; the largest gives what is too much.
        let order = parts.indices.sorted {
            (exact[$1] - Double(units[$1]), $0) < (exact[$0] - Double(units[$0]), $1)
        }
        var rest = scale - units.reduce(0, +)
        for place in order where rest > 0 && parts[place] > 0 {
            units[place] += 1
            rest -= 1
        }
        if rest < 0, let largest = units.indices.max(by: { units[$0] < units[$1] }) {
            units[largest] += rest
        }
        let power = scale / 100
        return zip(parts, units).map { part, unit in
            if part == 0 { return "0 %" }
            if unit == scale { return "100 %" }
            let digits = String(unit % power)
            let fraction = String(repeating: "0", count: decimals - digits.count) + digits
            return "\(unit / power).\(fraction) %"
        }
    }

    /// The number of bytes in its largest sensible unit.
    static func size(_ bytes: Int) -> String {
        let units = ["B", "KB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1024, unit + 1 < units.count {
            value /= 1024
            unit += 1
        }
        let tenths = Int(value * 10 + 0.5)
        return unit == 0 || tenths >= 1000
            ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// A span of time in its largest sensible unit.
    static func span(_ seconds: Int64) -> String {
        let magnitude = Int(clamping: seconds.magnitude)
        return switch magnitude {
        case 0..<60: magnitude.counted("second")
        case 60..<7200: (magnitude / 60).counted("minute")
        case 7200..<172_800: (magnitude / 3600).counted("hour")
        case 172_800..<63_072_000: (magnitude / 86_400).counted("day")
        default: (magnitude / 31_536_000).counted("year")
        }
    }

    /// The day in UTC.
    static func day(_ seconds: Int64) -> String {
        String(SAML.Instant(secondsSinceEpoch: seconds).description.prefix { $0 != "T" })
    }

    /// The minute in UTC.
    static func minute(_ seconds: Int64) -> String {
        let text = SAML.Instant(secondsSinceEpoch: seconds).description
        return String(text.prefix(16).map { $0 == "T" ? " " : $0 })
    }

    /// The beginning and the end of a name that is too long for its place.
    static func shortened(_ name: String, to limit: Int = 44) -> String {
        guard name.unicodeScalars.count > limit else { return name }
        let end = limit * 2 / 5
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(limit - end - 1))) + "…"
            + String(String.UnicodeScalarView(name.unicodeScalars.suffix(end)))
    }

    /// A name that a sender chose, shortened and kept apart from the direction of the text around.
    static func name(_ name: String, limit: Int = 44) -> Markup {
        let short = shortened(name, to: limit)
        return short.utf8.elementsEqual(name.utf8)
            ? "<bdi>\(name)</bdi>" : "<bdi title=\"\(name)\">\(short)</bdi>"
    }

    /// The name of an issuer, or what stands for one.
    static func issuer(_ name: String, limit: Int = 44) -> Markup {
        name.isEmpty ? unknown : self.name(name, limit: limit)
    }

    /// The word for an issuer that no message names, or that no message could be read to name.
    static let unknown: Markup = "<i>(unknown)</i>"

    /// A code in words: `conditions.notYetValid` is "conditions: not yet valid".
    static func words(_ code: String) -> String {
        var words = ""
        let scalars = Array(code.unicodeScalars)
        let capitals: ClosedRange<Unicode.Scalar> = "A"..."Z"
        for (place, scalar) in scalars.enumerated() {
            let isCapital = capitals.contains(scalar)
            let isFirst = place == 0 || !capitals.contains(scalars[place - 1])
            // An abbreviation such as JSON keeps its capitals.
            let isAlone = place + 1 == scalars.count || !capitals.contains(scalars[place + 1])
            if scalar == "." {
                words += ": "
            } else if isCapital, isFirst {
                words += " " + (isAlone ? String(scalar).lowercased() : String(scalar))
            } else {
                words.unicodeScalars.append(scalar)
            }
        }
        return shortened(words, to: 80)
    }
}
