internal import SAML2
internal import SignatureDiagnostics

/// The codes that a reason may have as its likely cause.
package enum LikelyCause {
    /// Damage to the message first, then what conditions and keys point to.
    package static let all =
        SignatureExplanation.Hypothesis.allCases.map(\.rawValue)
        + SAML.FailureCause.all.map(\.rawValue)
}
