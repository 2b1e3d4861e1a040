#if Sandbox
import AdobePass

/// How an exchange ended.
enum ExchangeEnd: Hashable, Sendable {
    /// There is a profile.
    case profile
    /// An enhanced error whose code and action Adobe documents.
    case refusal(Pass.ErrorCode)
    /// An error that says what happened and that nothing was obtained.
    case failure(Pass.ExchangeError.Code)
    /// Anything else, which is a defect.
    case unexplained(String)

    init(_ error: Pass.ExchangeError) {
        switch error.code {
        // The profile request of v1, which asks for bytes, is refused without a code: two tokens one after the other.
        case .unauthorized where error.enhanced == nil: self = .failure(.unauthorized)
        case .enhancedError, .unauthorized:
            if let code = error.enhanced?.code, code.documentation != nil {
                self = .refusal(code)
            } else {
                let words = error.enhanced?.code.rawValue ?? error.refusal?.message ?? "no code"
                self = .unexplained("\(error) (\(words))")
            }
        case .transport:
            self =
                error.transport?.code == .connectionLost
                ? .failure(.transport) : .unexplained("\(error)")
        case .throttled: self = .failure(.throttled)
        // The page of a gateway; a refusal of the API itself has an enhanced error.
        case .unexpectedStatus where (500...599).contains(error.status ?? 0):
            self = .failure(.unexpectedStatus)
        default: self = .unexplained("\(error)")
        }
    }

    /// How it is printed.
    var name: String {
        switch self {
        case .profile: "profile"
        case .refusal(let code): "refusal \(code.rawValue)"
        case .failure(let code): "failure \(code.rawValue)"
        case .unexplained(let text): "unexplained \(text)"
        }
    }
}

/// What is known of an exchange when it is over.
struct ExchangeReport: Sendable {
    let device: String
    var end = ExchangeEnd.unexplained("not ended")
    /// How often the answer to the exchange itself was lost, so that nobody could tell.
    var lostAnswers = 0
    /// How often the profile was there after all.
    var foundAfterLoss = 0
    /// How often the same response was presented again although there was a profile already.
    var repetitions = 0
    /// Profiles that reading has shown, the most at once.
    var mostProfiles = 0
    /// Whether a repetition made another profile in place of the one there was.
    var hasChangedProfile = false
}
#endif
