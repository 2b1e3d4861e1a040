#if Sandbox
internal import HTTPTypes
internal import PassAudit
internal import WireText

/// Plays the framework of the device through which apps reach the sign-in at system level.
enum DeviceFramework {
    /// An app's question to the framework.
    struct Question: Sendable, Decodable {
        var deviceIdentifier: String
        var channelIdentifier: String?
        var supportedAccountProviderIdentifiers: [String]?
        var featuredAccountProviderIdentifiers: [String]?
        var verificationToken: String?
        var includeAccountProviderIdentifier: Bool?
        var includeAuthenticationExpirationDate: Bool?
        var isInterruptionAllowed: Bool?
        var attributeNames: [String]?
        var simulate: String?
        var chosenProvider: String?
        var subscriber: String?
        var style: String?
    }

    /// The errors of the framework, by their numbers.
    enum Failure: Int {
        case accessNotGranted = 0
        case unsupportedProvider, userCancelled, serviceTemporarilyUnavailable, providerRejected
        case invalidVerificationToken
    }

    @Sendable static func answer(_ call: Call) async throws -> Answer {
        guard let question = JSONText.decode(Question.self, from: call.body) else {
            throw Refusal(
                400, "invalid_request", "malformedQuestion",
                "The body must be a JSON object with deviceIdentifier.")
        }
        let reply = try await reply(call, question)
        var answer = Answer.json(reply.value)
        if let rule = reply.rule {
            answer.fields[.sandboxReason] =
                "\(rule.rawValue): \(reply.refusal?.sentence ?? "")"
        } else if let refusal = reply.refusal {
            answer.fields[.sandboxReason] = "\(refusal.code.rawValue): \(refusal.sentence)"
        }
        return answer
    }

    /// An answer of the framework, and what the sandbox says to a query that it did not answer.
    private struct Reply {
        var value: JSONValue
        var refusal: QueryRefusal?
        /// The rule that the app breaks, if it is enforced.
        var rule: Rule.Name?

        init(_ value: JSONValue, _ refusal: QueryRefusal? = nil) {
            self.value = value
            self.refusal = refusal
        }
    }

    /// Checks the app that asks: the framework passes it on as the SAML issuer of the request.
    private static func check(
        channelIdentifier: String?, isRequired: Bool
    ) throws(QueryRefusal) {
        guard let channelIdentifier else {
            guard isRequired else { return }
            throw QueryRefusal(
                .wrongChannel,
                "The channelIdentifier is missing. Set it to the issuer of the query, "
                    + "\(SandboxServiceProvider.entityID).")
        }
        guard isSame(channelIdentifier, SandboxServiceProvider.entityID) else {
            throw QueryRefusal(
                .wrongChannel,
                "The channelIdentifier is not the issuer of the query. Set it to "
                    + "\(SandboxServiceProvider.entityID), not to a channel.")
        }
    }

    private static func reply(_ call: Call, _ question: Question) async throws -> Reply {
        switch question.simulate {
        case nil, "granted", "noResponse": return try await play(call, question)
        case let access? where ["denied", "restricted", "notDetermined"].contains(access):
            return Reply(["accessStatus": .string(access)])
        case "unsupportedProvider":
            return failure(.unsupportedProvider, question.chosenProvider ?? "unsupported")
        case "cancelled": return failure(.userCancelled)
        case "unavailable": return failure(.serviceTemporarilyUnavailable)
        case "providerRejected": return failure(.providerRejected)
        default:
            throw Refusal(
                400, "invalid_request", "unknownSimulation",
                "The member simulate has an unknown value.")
        }
    }

    private static func play(_ call: Call, _ question: Question) async throws -> Reply {
        var signIn = await call.state.deviceSignIn(question.deviceIdentifier)
        if signIn == nil, question.isInterruptionAllowed == true {
            guard let chosen = choice(call, question) else {
                return failure(.unsupportedProvider, question.chosenProvider ?? "other")
            }
            guard chosen.mvpd.map(mayBeSignedIn) ?? false else {
                return failure(.unsupportedProvider, chosen.id)
            }
            let record = DeviceSignInRecord(
                accountProviderIdentifier: chosen.id, subscriber: question.subscriber,
                expires: call.now + 30 * 86_400_000)
            try await call.state.setDeviceSignIn(record, for: question.deviceIdentifier)
            signIn = record
        }
        guard let signIn else { return Reply(["accessStatus": "granted", "metadata": [:]]) }
        var response: String?
        if let token = question.verificationToken, let names = question.attributeNames,
            !names.isEmpty, question.simulate != "noResponse",
            let mvpd = call.configuration.mvpd(mappingID: signIn.accountProviderIdentifier)
        {
            do throws(QueryRefusal) {
                try check(
                    channelIdentifier: question.channelIdentifier,
                    isRequired: call.configuration.enforces(.appleRequestUnmodified))
                if call.configuration.enforces(.appleRequestUnmodified),
                    await !call.core.memory.isUnmodified(token)
                {
                    throw QueryRefusal(
                        .signatureInvalid,
                        "The verification token is not, byte for byte, a request of this sandbox. "
                            + "Pass authenticationRequest.request on as it came.")
                }
                response = try await call.core.partners.response(
                    to: token, from: mvpd, attributeNames: names,
                    subscriber: signIn.subscriber, style: question.style, now: call.now)
            } catch {
                if error.code == .unknownStyle {
                    throw Refusal(400, "invalid_request", error.code.rawValue, error.sentence)
                }
                var reply = failure(.invalidVerificationToken, because: error)
                let isStaging = question.channelIdentifier?.contains("auth-staging") ?? false
                let rule =
                    isStaging
                    ? Rule.Name.testingEnvironmentMixed : .appleRequestUnmodified
                if call.configuration.enforces(rule) { reply.rule = rule }
                return reply
            }
        }
        return Reply([
            "accessStatus": "granted",
            "metadata": [
                "accountProviderIdentifier": question.includeAccountProviderIdentifier == true
                    ? .string(signIn.accountProviderIdentifier) : nil,
                "authenticationExpirationDate": question.includeAuthenticationExpirationDate == true
                    ? .integer(signIn.expires) : nil,
                "samlAttributeQueryResponse": .string(response),
            ],
        ])
    }

    /// Returns the picker's choice: the requested provider, or else the first supported one that
    /// can sign in.
    private static func choice(_ call: Call, _ question: Question)
        -> (id: String, mvpd: SandboxConfiguration.MVPD?)?
    {
        if let chosen = question.chosenProvider {
            return (chosen, call.configuration.mvpd(mappingID: chosen))
        }
        let supported = question.supportedAccountProviderIdentifiers ?? []
        let offered =
            supported.isEmpty
            ? call.configuration.mvpds.compactMap(\.platform?.mappingID) : supported
        for id in offered {
            if let mvpd = call.configuration.mvpd(mappingID: id), mayBeSignedIn(mvpd) {
                return (id, mvpd)
            }
        }
        return nil
    }

    private static func mayBeSignedIn(_ mvpd: SandboxConfiguration.MVPD) -> Bool {
        mvpd.isActive && mvpd.platform?.boardingStatus == "SUPPORTED"
    }

    private static func failure(
        _ error: Failure, _ provider: String? = nil, because refusal: QueryRefusal? = nil
    ) -> Reply {
        Reply(
            [
                "accessStatus": "granted",
                "error": [
                    "code": .integer(error.rawValue),
                    "userInfo": provider.map {
                        ["VSErrorInfoKeyUnsupportedProviderIdentifier": .string($0)]
                    },
                ],
            ], refusal)
    }
}
#endif
