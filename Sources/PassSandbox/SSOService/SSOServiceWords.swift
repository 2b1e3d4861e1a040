internal import AdobePass
internal import WireText

/// The words in which the SSO Service refuses, which are not those of REST API v2.
enum SSOServiceWords {
    /// The body of a refusal: an object with the error in it.
    static func body(_ refusal: Refusal, trace: String) -> JSONValue {
        var named = refusal
        named.code = code(of: refusal)
        var members = named.enhanced(trace: trace).members ?? []
        // The page lists no such member.
        members.removeAll { isSame($0.name, "details") }
        return ["status": .string(phrase(refusal.status)), "error": .object(members)]
    }

    /// The code that the service has for a reason to refuse.
    private static func code(of refusal: Refusal) -> String {
        let code = Pass.ErrorCode(rawValue: refusal.code)
        return switch code {
        case .tokenInvalid, .tokenExpired, .headerMissing, .headerInvalid, .requestInvalid,
            .requestNull, .unauthorized, .internalError:
            refusal.code
        case .invalidHeaderDeviceIdentifier, .invalidHeaderDeviceInfo:
            Pass.ErrorCode.headerMissing.rawValue
        default:
            switch refusal.status {
            case 401: Pass.ErrorCode.unauthorized.rawValue
            case 400: Pass.ErrorCode.requestInvalid.rawValue
            default: Pass.ErrorCode.internalError.rawValue
            }
        }
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 400: "BAD_REQUEST"
        case 401: "UNAUTHORIZED"
        case 405: "METHOD_NOT_ALLOWED"
        case 413: "PAYLOAD_TOO_LARGE"
        default: "INTERNAL_SERVER_ERROR"
        }
    }
}
