/// Numbers and lists, as findings write them.
enum RuleWords {
    /// Returns a number of seconds with two decimal places, or none for a longer time.
    static func seconds(_ value: Double) -> String {
        if value.magnitude >= 600 { return "\(Int(value.rounded())) s" }
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest) s"
    }

    /// Returns the shortest and the longest gap, and the median.
    static func gaps(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return "no gaps" }
        if sorted.count == 1 { return "gap \(seconds(first))" }
        return "gaps \(seconds(first).dropLast(2))–\(seconds(last)), median "
            + seconds(sorted[sorted.count / 2])
    }

    /// Returns a count with its noun.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns texts with commas, each once, in their order.
    static func list(_ texts: [String]) -> String {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
}

extension Traffic {
    /// The seconds after its end in which a code may still be used, for clocks that differ.
    var codeGrace: Double { clockOffset == nil ? 60 : 5 }

    /// A request that began so many seconds after an answer may have been under way.
    var inFlight: Double { hasWholeSeconds ? 1 + Threshold.inFlight : Threshold.inFlight }
}
