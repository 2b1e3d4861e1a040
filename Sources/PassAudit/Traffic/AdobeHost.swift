/// A host of Adobe's, and the environment that it serves.
struct AdobeHost: Hashable, Sendable {
    /// The environments, in the words of Adobe's pages.
    enum Environment: String, Hashable, Sendable, CaseIterable {
        case releaseProduction = "release production"
        case releaseStaging = "release staging"
        case prequalProduction = "prequal production"
        case prequalStaging = "prequal staging"
        /// A host that `--host` names, a loopback address, or a proxy of the programmer's.
        case other = "another host"
    }

    let environment: Environment
    /// A Boolean value that indicates whether the host is one of Adobe's management services, which no app calls.
    let isManagement: Bool

    /// Returns the host with a name, if it is one of Adobe's.
    init?(_ name: String) {
        let isStaging = name.hasSuffix(".auth-staging.adobe.com")
        guard
            isStaging || name.hasSuffix(".auth.adobe.com") || name.hasSuffix(".auth-dev.adobe.com")
        else { return nil }
        let service = name.prefix { $0 != "." }
        let isPrequal = service.hasSuffix("-prequal") || service.hasSuffix("-preprod")
        environment =
            isStaging
            ? isPrequal ? .prequalStaging : .releaseStaging
            : isPrequal ? .prequalProduction : .releaseProduction
        isManagement = service.hasPrefix("mgmt") || service.hasPrefix("console")
    }

    init(environment: Environment) {
        self.environment = environment
        isManagement = false
    }

    /// Returns whether a host is a loopback address.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.")
    }
}
