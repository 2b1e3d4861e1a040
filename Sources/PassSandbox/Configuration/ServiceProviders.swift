extension SandboxConfiguration {
    /// A programmer's channel or brand.
    package struct ServiceProvider: Codable, Hashable, Sendable {
        /// Its identifier.
        package var id: String
        /// Its name.
        package var name: String
        /// The domains it may name in requests.
        package var domains: [String]
        /// The MVPDs it is integrated with; all of them without the member.
        package var mvpds: [String]?

        /// Creates a service provider.
        ///
        /// - Parameters:
        ///   - id: Its identifier.
        ///   - name: Its name.
        ///   - domains: The domains it may name in requests.
        ///   - mvpds: The MVPDs it is integrated with; all of them if `nil`.
        package init(id: String, name: String, domains: [String], mvpds: [String]? = nil) {
            self.id = id
            self.name = name
            self.domains = domains
            self.mvpds = mvpds
        }
    }

    /// A software statement that may register.
    package struct SoftwareStatement: Codable, Hashable, Sendable {
        /// The statement, which is a JWT at Adobe and any text here.
        package var statement: String
        /// The name of the registered application.
        package var application: String
        /// The service providers it is for; all of them without the member.
        package var serviceProviders: [String]?
        /// The redirect URIs it allows, by how they begin; any without the member.
        package var redirectURIPrefixes: [String]?
        /// A Boolean value that indicates whether it is approved for this server.
        package var isApproved: Bool

        /// Creates a statement.
        ///
        /// - Parameters:
        ///   - statement: The statement.
        ///   - application: The name of the registered application.
        ///   - serviceProviders: The service providers it is for; all of them if `nil`.
        ///   - redirectURIPrefixes: How the redirect URIs it allows begin; any if `nil`.
        ///   - isApproved: Whether it is approved for this server.
        package init(
            statement: String, application: String, serviceProviders: [String]? = nil,
            redirectURIPrefixes: [String]? = nil, isApproved: Bool = true
        ) {
            self.statement = statement
            self.application = application
            self.serviceProviders = serviceProviders
            self.redirectURIPrefixes = redirectURIPrefixes
            self.isApproved = isApproved
        }

        /// Reads a statement.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            statement = try members.decode(String.self, forKey: .statement)
            application = try members.value(.application, or: "Sandbox application")
            serviceProviders = try members.decodeIfPresent(
                [String].self, forKey: .serviceProviders)
            redirectURIPrefixes = try members.decodeIfPresent(
                [String].self, forKey: .redirectURIPrefixes)
            isApproved = try members.value(.isApproved, or: true)
        }
    }
}
