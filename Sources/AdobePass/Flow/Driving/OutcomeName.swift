extension SignOnDriver.Outcome {
    /// The name of the outcome in counters, with the reason of a failure.
    var name: String {
        switch self {
        case .mediaToken: "mediaToken"
        case .fallback(let abandonment): abandonment.rawValue
        case .failed(let failure): failure.reason.rawValue
        case .signedOut: "signedOut"
        }
    }
}
