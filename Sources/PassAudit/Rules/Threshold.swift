/// The numbers that rules compare with, in traffic and in the strict sandbox; times are in seconds.
package enum Threshold {
    /// The least pause between polls in seconds, and the pause that counts as too short.
    package static let poll = 3.0
    package static let shortPoll = 2.7
    /// Returns whether so many of the pauses between polls were short that they are no accident.
    package static func isTooOften(shortPolls short: Int, of pauses: Int) -> Bool {
        short >= 2 && short * 10 >= pauses
    }

    /// A request that began so many seconds after an answer was under way.
    package static let inFlight = 0.5
    /// The pause after 429 that counts as too short; Adobe asks for a second.
    package static let throttlePause = 0.95
    /// The number of repetitions that an error with the action `retry` allows.
    package static let retries = 3
    package static let retryWindow = 60.0
    /// A repetition sooner than this is a program's.
    package static let machine = 1.0
    package static let probablyMachine = 10.0
    /// The life of a cached configuration in seconds, and that which the checklist asks for.
    package static let configuration = 120.0
    package static let configurationAsked = 180.0
    package static let preauthorizedResources = 5
    package static let authorizedResources = 1

    /// The seconds before its end in which a token may be renewed.
    package static func tokenMargin(_ lifetime: Double) -> Double {
        min(600, max(60, lifetime / 10))
    }
}
