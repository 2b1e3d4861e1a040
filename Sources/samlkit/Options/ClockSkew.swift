import ArgumentParser

/// The value of `--clock-skew`: seconds, or a number with its unit.
struct ClockSkew: Equatable, CustomStringConvertible {
    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Reads a text such as `90`, `90s`, `5m` or `1h`.
    init(parsing text: String) throws(ValidationError) {
        let factors: [Character: Int64] = ["s": 1, "m": 60, "h": 3600]
        let factor = text.last.flatMap { factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt32(digits) else {
            throw ValidationError(
                "Expected seconds, or a number with the unit s, m or h, as in --clock-skew 90 or "
                    + "--clock-skew 5m.")
        }
        seconds = Int64(number) * (factor ?? 1)
    }

    var description: String { "\(seconds)" }
}
