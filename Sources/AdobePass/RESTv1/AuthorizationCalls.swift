internal import HTTPTypes

extension RESTv1.Client {
    /// Asks whether the user may play a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource, an identifier or MRSS.
    ///   - genericData: Who asks for promotional temporary access.
    /// - Returns: The permission.
    /// - Throws: `Pass.ExchangeError`, with status 403 if the MVPD denies it.
    @discardableResult
    public func authorize(
        resource: String, genericData: String? = nil
    ) async throws(Pass.ExchangeError) -> RESTv1.Authorization {
        var attempts = Int.max
        return try await authorize(
            resource: resource, genericData: genericData, attempts: &attempts)
    }

    /// Asks as often as `attempts` says, which tells afterwards how often it still may be.
    func authorize(
        resource: String, genericData: String?, attempts: inout Int
    ) async throws(Pass.ExchangeError) -> RESTv1.Authorization {
        var endpoint = try deviceEndpoint(
            .get, "/api/v1/authorize", resource: named(resource))
        endpoint.query.add("generic_data", genericData)
        return try await exchange.value(endpoint, attempts: &attempts)
    }

    /// Reads the permission to play a resource that there is already.
    ///
    /// - Parameter resource: The resource.
    /// - Returns: The permission.
    /// - Throws: `Pass.ExchangeError`, with status 412 if the user is not signed in, 404 if there is no
    ///   permission and 410 if it has expired.
    public func authorization(
        resource: String
    ) async throws(Pass.ExchangeError) -> RESTv1.Authorization {
        try await exchange.value(
            deviceEndpoint(.get, "/api/v1/tokens/authz", resource: named(resource)))
    }

    /// Obtains what a player or its backend checks, after an authorization.
    ///
    /// - Parameter resource: The resource.
    /// - Returns: The token, to be used once.
    /// - Throws: `Pass.ExchangeError`, with status 403 if there is no permission.
    public func mediaToken(
        resource: String
    ) async throws(Pass.ExchangeError) -> RESTv1.MediaToken {
        try await exchange.value(
            deviceEndpoint(.get, "/api/v1/tokens/media", resource: named(resource)))
    }

    /// Asks which resources the user may probably play, for showing them.
    ///
    /// - Parameters:
    ///   - resources: The resources, five at most as a rule; none with a comma, which parts them.
    ///   - repeatsItems: Whether resources whose error asks for it are asked for again, alone.
    /// - Returns: An answer for each resource.
    /// - Throws: `Pass.ExchangeError`.
    public func preauthorize(
        resources: [String], repeatsItems: Bool = false
    ) async throws(Pass.ExchangeError) -> RESTv1.Preauthorization {
        let first: RESTv1.Preauthorization = try await exchange.value(
            deviceEndpoint(.get, "/api/v1/preauthorize", resource: list(resources)))
        guard repeatsItems else { return first }
        var attempts = Int.max
        let all = try await exchange.sender.repeating(
            first.resources, attempts: &attempts, isWorthRetrying: \.isWorthRetrying,
            isSame: { $0.id.utf8.elementsEqual($1.id.utf8) },
            ask: { open, _ async throws(Pass.ExchangeError) in
                try await self.preauthorize(resources: open.map(\.id)).resources
            })
        return RESTv1.Preauthorization(resources: all)
    }

    /// Asks which resources the user may probably play, from a second screen.
    ///
    /// - Parameters:
    ///   - resources: The resources, five at most as a rule; none with a comma, which parts them.
    ///   - code: The registration code that the user signed in with.
    /// - Returns: An answer for each resource.
    /// - Throws: `Pass.ExchangeError`.
    public func preauthorize(
        resources: [String], code: Pass.AuthenticationCode
    ) async throws(Pass.ExchangeError) -> RESTv1.Preauthorization {
        var endpoint = try endpoint(
            .get, "/api/v1/preauthorize/{registrationCode}", code.rawValue, isOfDevice: false)
        endpoint.query.add("requestor", requestor)
        endpoint.query.add("resource", try list(resources))
        return try await exchange.value(endpoint)
    }

    private func named(_ resource: String) throws(Pass.ExchangeError) -> String {
        guard !resource.isEmpty else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the resource")
        }
        return resource
    }

    private func list(_ resources: [String]) throws(Pass.ExchangeError) -> String {
        guard !resources.isEmpty,
            resources.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: ",")) })
        else { throw Pass.ExchangeError(.invalidArgument, subject: "the resources") }
        return resources.joined(separator: ",")
    }
}
