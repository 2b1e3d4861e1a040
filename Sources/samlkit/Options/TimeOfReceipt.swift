import ArgumentParser
import SAML2

/// The time of `--now`: an instant, or of each message the time when it was issued or captured.
enum TimeOfReceipt: ExpressibleByArgument, Equatable {
    /// An instant, with the text if that names no zone.
    case instant(SAML.Instant, withoutZone: String?)
    case issued
    /// The time that the capture has for a message, or else that of the clock.
    case captured
    case clock

    init?(argument: String) {
        switch argument {
        case "issued": self = .issued
        case "captured": self = .captured
        case "clock": self = .clock
        default:
            guard let time = Self(date: argument) else { return nil }
            self = time
        }
    }

    private init?(date argument: String) {
        guard let instant = SAML.Instant(argument: argument) else { return nil }
        let clock = argument.drop { !"T ".contains($0) }
        // Seconds since 1970 have no date, and need no zone.
        let isDate = argument.dropFirst().contains("-")
        let hasZone = clock.contains { "Z+-".contains($0) }
        self = .instant(instant, withoutZone: isDate && !hasZone ? argument : nil)
    }

    /// The instant; `nil` where each message has its own.
    var instant: SAML.Instant? {
        switch self {
        case .instant(let instant, _): instant
        case .issued, .captured, .clock: nil
        }
    }

    /// A sentence about a time without a zone.
    var note: String? {
        guard case .instant(let instant, let text?) = self else { return nil }
        return "--now \(text) names no zone and is read as UTC: \(instant)."
    }
}
