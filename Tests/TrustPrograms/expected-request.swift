// The query whose answer is expected was verified, or is named by its ID.
import SAML2

func expectation(_ query: SAML.AcceptedQuery) -> SAML.ExpectedResponse { .answer(to: query) }
