internal import WireText

/// A date as header fields have it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ milliseconds: Int64) -> String {
        let (seconds, _) = milliseconds.flooredDivision(by: 1000)
        let (day, time) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: day)
        // 1970-01-01 was a Thursday.
        let weekday = days[Int((day + 4).flooredDivision(by: 7).remainder)]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(weekday), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }
}
