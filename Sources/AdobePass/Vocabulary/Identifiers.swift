// Identifiers that Adobe or Apple hand out. They are compared by their bytes and never parsed.

extension Pass {
    /// The identifier of a programmer's channel or brand; REST API v1 calls it `requestor`.
    public struct ServiceProvider: Identifier {
        /// The identifier, `REF30` for instance.
        public let rawValue: String
        /// Creates an identifier from its text, as Adobe's dashboard shows it.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The identifier of a pay-TV provider in Adobe's configuration; v1 also calls it `mso_id`.
    public struct MVPDIdentifier: Identifier {
        /// The identifier, `Cablevision` for instance.
        public let rawValue: String
        /// Creates an identifier from its text, as the configuration has it.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Apple's identifier of a TV provider: Adobe's `platformMappingId` and the Video Subscriber
    /// Account framework's `accountProviderIdentifier`.
    public struct PlatformMappingIdentifier: Identifier {
        /// The identifier.
        public let rawValue: String
        /// Creates an identifier from its text, as Apple or Adobe gives it.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The short code that names one authentication session: v2's authentication code, v1's
    /// registration code.
    public struct AuthenticationCode: Identifier {
        /// The code as the server sent it.
        public let rawValue: String
        /// Creates a code from the text a server sent, which is not changed.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a code from what a person typed: blanks around it are dropped and the letters
        /// made capitals.
        ///
        /// - Parameter typed: What was typed.
        public init(typed: String) {
            var scalars = Array(typed.unicodeScalars)
            while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
            let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[start...])
            rawValue = String(text).uppercased()
        }
    }

    /// The company that offers a sign-on framework, as it stands in paths.
    public struct Partner: RawRepresentable, Hashable, Sendable {
        /// The name in paths.
        public let rawValue: String
        /// Creates a partner from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Apple, whose framework is Video Subscriber Account.
        public static let apple = Partner(rawValue: "Apple")
    }

    /// The system that an app with Apple's sign-on runs on; v1's `deviceType`.
    public enum Platform: String, Hashable, Sendable, CaseIterable {
        /// A phone or tablet, which has a web view and no need of a second screen.
        case iOS
        /// A television, whose regular authentication happens on a second screen.
        case tvOS
    }
}
