/// The options of an audit.
package struct AuditOptions: Sendable {
    /// The parts from which an app calls Adobe.
    package enum Architecture: String, CaseIterable, Sendable {
        case client, server
    }

    /// The kinds of build.
    package enum Build: String, CaseIterable, Sendable {
        case development, release
    }

    /// The service provider whose calls are judged; `nil` judges all.
    package var serviceProvider: String?
    /// Further hosts that are Adobe's, such as a proxy of the programmer's.
    package var hosts: Set<String> = []
    /// The hosts of the programmer's own servers, which may receive tokens.
    package var ownHosts: Set<String> = []
    /// The rules to judge by; `nil` is all.
    package var rules: Set<String>?
    /// The URLs that start a playback.
    package var playback: [WildcardPattern] = []
    /// The pause that separates two starts of an app, in seconds.
    package var launchGap: Int64 = 1800
    /// The part that calls Adobe; `nil` decides by the traffic.
    package var architecture: Architecture?
    /// A Boolean value that indicates whether sign-ins happen on a second screen behind the same address.
    package var isSecondScreen = false
    /// A Boolean value that indicates whether the app uses Apple's sign-on, whatever the traffic shows.
    package var isApple = false
    package var build: Build?
    /// A Boolean value that indicates whether more traffic will come, so that something missing at the end is not a
    /// fault yet.
    package var isGrowing = false

    /// Creates the usual options.
    package init() {}
}

/// A text with stars that stand for any text.
package struct WildcardPattern: Hashable, Sendable {
    private let pieces: [String]

    /// Creates a pattern.
    package init(_ text: String) {
        pieces = text.split(separator: "*").map(String.init)
    }

    /// Returns whether the pattern occurs in a text.
    package func occurs(in text: String) -> Bool {
        var rest = text[...]
        for piece in pieces {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
