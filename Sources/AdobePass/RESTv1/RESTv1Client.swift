internal import HTTPTypes

extension RESTv1 {
    /// The calls of REST API v1.
    ///
    /// Every call throws a `Pass.ExchangeError`. Answers are asked for as JSON, by `Accept` alone.
    public struct Client: Sendable, RedactedValue {
        let exchange: Exchange

        var requestor: String { exchange.configuration.serviceProvider.rawValue }
        var deviceID: String { exchange.configuration.deviceIdentifier.text }

        /// The requestor's MVPDs, as they were a short while ago at most.
        ///
        /// - Parameter isFresh: Whether to ask the server whatever is known already.
        /// - Returns: The configuration.
        /// - Throws: `Pass.ExchangeError`.
        public func configuration(
            isFresh: Bool = false
        ) async throws(Pass.ExchangeError) -> Pass.Configuration {
            try await exchange.value(
                endpoint(.get, "/api/v1/config/{requestor}", requestor),
                keptIn: exchange.configurationsV1, isFresh: isFresh)
        }

        /// A request with the headers of every call; `isOfDevice` is false on a second screen, which
        /// has nothing to say about the device.
        func endpoint(
            _ method: HTTPRequest.Method, _ template: String, _ segments: String...,
            isOfDevice: Bool = true
        ) throws(Pass.ExchangeError) -> Endpoint {
            let configuration = exchange.configuration
            var endpoint = try Endpoint(method, .v1, template, segments)
            try endpoint.fields.set(.accept, "application/json")
            try endpoint.fields.set(.userAgent, configuration.userAgent)
            try endpoint.fields.set(.forwardedFor, configuration.forwardedFor)
            if isOfDevice {
                try endpoint.fields.set(
                    .deviceInformation, configuration.device.percentEncodedBase64())
                try endpoint.fields.set(.subjectToken, configuration.signOnTokens.subject)
            }
            return endpoint
        }

        /// A request with the parameters that most calls share: who asks, for which device.
        func deviceEndpoint(
            _ method: HTTPRequest.Method, _ template: String, resource: String? = nil
        ) throws(Pass.ExchangeError) -> Endpoint {
            var endpoint = try endpoint(method, template)
            endpoint.query.add("requestor", requestor)
            endpoint.query.add("deviceId", deviceID)
            endpoint.query.add("resource", resource)
            endpoint.query.add("ap_vi", exchange.configuration.visitorIdentifier)
            return endpoint
        }

        /// Returns whether an answer says yes (200) or no (403, whose body differs in form and says
        /// no more).
        func isAffirmed(_ endpoint: Endpoint) async throws(Pass.ExchangeError) -> Bool {
            var endpoint = endpoint
            endpoint.hasJSONAnswer = false
            let response = try await exchange.answer(to: endpoint)
            if response.head.status.code == 403 {
                // Repeated in vain already: whether the user is signed in is not known.
                let error = AnswerReading.error(of: response)
                if error.action == .retry { throw error }
                return false
            }
            try AnswerReading.check(response)
            try AnswerReading.checkNoPage(response)
            return true
        }

        /// Makes a request whose answer has no body.
        func perform(_ endpoint: Endpoint) async throws(Pass.ExchangeError) {
            var endpoint = endpoint
            endpoint.hasJSONAnswer = false
            let response = try await exchange.answer(to: endpoint)
            try AnswerReading.check(response)
            try AnswerReading.checkNoPage(response)
        }
    }
}
