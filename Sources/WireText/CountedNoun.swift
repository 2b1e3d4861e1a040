extension Int {
    /// The number with a comma between thousands.
    package var grouped: String {
        guard magnitude >= 1000 else { return String(self) }
        return (self / 1000).grouped + "," + String(magnitude % 1000 + 1000).dropFirst()
    }

    /// Returns the number and the noun, in the plural unless the number is 1.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
