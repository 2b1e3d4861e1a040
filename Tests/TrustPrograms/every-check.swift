// A check that is left out has a name.
import SAML2

func validator(trust: SAML.TrustStore, now: SAML.Instant) -> SAML.ResponseValidator {
    SAML.ResponseValidator(
        trust: trust, audience: "https://sp.example", expecting: .answerToAnyQuery, clock: { now })
}
