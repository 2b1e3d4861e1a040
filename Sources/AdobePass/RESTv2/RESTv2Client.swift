internal import HTTPTypes

extension RESTv2 {
    /// The calls of REST API v2.
    ///
    /// Every call throws a `Pass.ExchangeError`. Errors about single resources are in the values.
    public struct Client: Sendable, RedactedValue {
        let exchange: Exchange

        var serviceProvider: String { exchange.configuration.serviceProvider.rawValue }

        /// The service provider's MVPDs, as they were a short while ago at most.
        ///
        /// - Parameter isFresh: Whether to ask the server whatever is known already.
        /// - Returns: The configuration.
        /// - Throws: `Pass.ExchangeError`.
        public func configuration(
            isFresh: Bool = false
        ) async throws(Pass.ExchangeError) -> Pass.Configuration {
            try await exchange.value(
                endpoint(
                    .get, "/api/v2/{serviceProvider}/configuration", sends: .device,
                    hasVisitor: false),
                keptIn: exchange.configurationsV2, isFresh: isFresh)
        }

        /// The absolute form of a URL in an answer of this API.
        ///
        /// - Parameter url: The URL as the answer has it.
        /// - Returns: The URL; `nil` if it is not one of HTTP.
        public func absoluteURL(_ url: String) -> String? {
            exchange.configuration.environment.v2.resolving(url)
        }

        /// The headers beyond the common ones that an endpoint lists.
        struct HeaderSet: OptionSet {
            let rawValue: Int

            /// The device that plays; a second screen must not invent one.
            static let device = HeaderSet(rawValue: 1)
            /// Sign-ins from other platforms and services.
            static let signOnTokens = HeaderSet(rawValue: 2)
        }

        /// The headers about the device that a call by code sends: none, unless the caller is the
        /// device.
        var codeHeaders: HeaderSet {
            exchange.configuration.isStreamingDevice ? .device : []
        }

        /// A request with the headers that the documentation of its endpoint lists, and no others.
        func endpoint(
            _ method: HTTPRequest.Method, _ template: String, _ segments: String...,
            sends headers: HeaderSet, hasVisitor: Bool = true,
            status: Pass.PartnerFrameworkStatus? = nil,
            identity: Pass.TemporaryAccessIdentity? = nil
        ) throws(Pass.ExchangeError) -> Endpoint {
            let configuration = exchange.configuration
            var endpoint = try Endpoint(method, .v2, template, [serviceProvider] + segments)
            try endpoint.fields.set(.accept, "application/json;charset=utf-8")
            try endpoint.fields.set(.userAgent, configuration.userAgent)
            try endpoint.fields.set(.forwardedFor, configuration.forwardedFor)
            if hasVisitor {
                try endpoint.fields.set(.visitorIdentifier, configuration.visitorIdentifier)
            }
            if headers.contains(.device) {
                try endpoint.fields.set(
                    .deviceIdentifier, configuration.deviceIdentifier.fingerprint)
                try endpoint.fields.set(.deviceInformation, configuration.device.base64())
            }
            if headers.contains(.signOnTokens) {
                let tokens = configuration.signOnTokens
                try endpoint.fields.set(.subjectToken, tokens.subject)
                try endpoint.fields.set(.rokuConnectToken, tokens.rokuConnect)
                try endpoint.fields.set(.serviceToken, tokens.service)
                endpoint.takesServiceToken = true
            }
            try endpoint.fields.set(.partnerFrameworkStatus, status?.headerValue)
            try endpoint.fields.set(.temporaryAccessIdentity, identity?.headerValue)
            return endpoint
        }
    }
}
