// error: missing argument for parameter 'audience' in call
import SAML2

func validator(trust: SAML.TrustStore, now: SAML.Instant) -> SAML.ResponseValidator {
    SAML.ResponseValidator(trust: trust, expecting: .answerToAnyQuery, clock: { now })
}
