internal import AdobePass
internal import HTTPTypes
internal import PassAudit

extension Refusal {
    /// A refusal because an app breaks a rule.
    ///
    /// Adobe has no code for most rules; it would answer such a request, or answer it later with an
    /// error. The rule stands in `X-Sandbox-Reason`.
    init(
        breaking rule: Rule.Name, _ message: String, status: Int = 400,
        _ code: Pass.ErrorCode = .internalServerError
    ) {
        self.init(status, code, rule.rawValue, message)
        self.rule = rule
    }
}

#if Sandbox
extension Refusal {
    /// The rule that a refusal of a sandbox stands for, whether it is strict or not.
    func broken(by call: Call, at endpoint: Endpoint) -> Rule.Name? {
        switch reason {
        case "missingAccessToken":
            endpoint.dialect.api == .v1 ? .v1Used : .headersAuthorization
        // The app could not have seen an injected expiry.
        case "expiredAccessToken":
            call.isTokenExpired ? nil : .registrationTokenCheckedBeforeUse
        case "statementForOtherVersion":
            endpoint.dialect == .v2 ? .registrationScope : .registrationStatementPerVersion
        case "tooManyResources":
            endpoint.path.contains("/preauthorize/")
                ? .preauthorizationResourceLimit : .authorizationResourceLimit
        case "noRedirectURL": .requestsRequiredParameters
        case "unknownDomain", "foreignRedirectURL": .requestsDocumentedOnly
        case "unusableRedirectURL": .sessionsRedirectEncodedOnce
        // No app's own: a browser asks before a call, a monitor whether somebody is there.
        case "methodNotAllowed":
            [.options, .head].contains(call.request.method) ? nil : .requestsPath
        case "invalidIdentity": .tempPassIdentitySent
        case "in-response-to-unknown": .appleResponseAnswersRequest
        case "replayed": .appleExchangeOnlyWithResponse
        default: brokenShape(call, endpoint) ?? brokenHeader(call, endpoint)
        }
    }

    private func brokenShape(_ call: Call, _ endpoint: Endpoint) -> Rule.Name? {
        switch reason {
        case "notAForm", "malformedForm", "notJSON", "unsupportedParameter",
            "missingSoftwareStatement", "missingParameter", "unsupportedGrantType":
            return endpoint.dialect == .registration
                ? .registrationRequestForm : .requestsContentType
        case "noResources", "malformedResources":
            let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
            return type.hasPrefix("application/json")
                ? .requestsRequiredParameters : .requestsContentType
        case "saml-response-missing":
            return .requestsRequiredParameters
        case "double-percent-encoded", "plus-not-encoded", "wrapped-base64", "url-safe-base64",
            "xml-not-encoded", "not-base64", "not-xml", "wrong-root":
            return .appleResponseEncoding
        default: return nil
        }
    }

    private func brokenHeader(_ call: Call, _ endpoint: Endpoint) -> Rule.Name? {
        let isDecision = endpoint.path.contains("/decisions/")
        switch reason {
        case "invalidDeviceIdentifier":
            return call.field("AP-Device-Identifier") == nil
                ? .headersDeviceIdentifier : .headersDeviceIdentifierFormat
        case "invalidDeviceInformation", "undecodableDeviceInformation":
            guard let value = call.field("X-Device-Info") else {
                return endpoint.dialect == .registration
                    ? .registrationRequestForm : .headersDeviceInfo
            }
            return value.contains("%") ? .requestsNoV1Leftovers : .headersDeviceInfoDecodable
        case "statusNotPresent":
            if isDecision { return .appleStatusOnDecisions }
            return call.field("AP-Partner-Framework-Status") == nil
                ? .appleStatusSent : .appleStatusFormat
        case "statusNotDetermined", "statusNotGranted", "providerNotDetermined",
            "providerInformationExpired":
            return isDecision ? .appleStatusOnDecisions : .appleStatusUsable
        case "providerMismatch": return .appleStatusMatchesProvider
        default: return nil
        }
    }
}
#endif
