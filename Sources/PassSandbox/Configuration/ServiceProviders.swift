extension SandboxConfiguration {
    /// A programmer's channel or brand.
    package struct ServiceProvider: Codable, Equatable, Sendable {
        /// Its identifier.
        package var id: String
        /// Its name.
        var name: String
        /// The domains it may name in requests.
        var domains: [String]
        /// The MVPDs it is integrated with; all of them without the member.
        var mvpds: [String]?
    }

    /// A software statement that may register.
    package struct SoftwareStatement: Codable, Equatable, Sendable {
        /// The statement, which is a JWT at Adobe and any text here.
        package var statement: String
        /// The name of the registered application.
        var application = "Sandbox application"
        /// The service providers it is for; all of them without the member.
        var serviceProviders: [String]?
        /// The redirect URIs it allows, by how they begin; any without the member.
        var redirectURIPrefixes: [String]?
        /// A Boolean value that indicates whether it is approved for this server.
        var isApproved = true
    }
}
