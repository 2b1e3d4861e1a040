internal import SAML2

/// Numbers, times and names as a report writes them.
enum ReportText {
    /// The share in percent, rounded down so that only all are 100 % and only none are 0 %.
    static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        if part <= 0 { return "0 %" }
        if part >= whole { return "100 %" }
        let tenths = Int(Double(part) / Double(whole) * 1000)
        return tenths == 0 ? "<0.1 %" : "\(tenths / 10).\(tenths % 10) %"
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
        name.isEmpty ? "<i>(no issuer)</i>" : self.name(name, limit: limit)
    }

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

extension Int {
    /// The number with a comma between thousands.
    var grouped: String {
        guard magnitude >= 1000 else { return String(self) }
        return (self / 1000).grouped + "," + String(magnitude % 1000 + 1000).dropFirst()
    }

    /// Returns the number and the noun, in the plural unless the number is 1.
    func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
