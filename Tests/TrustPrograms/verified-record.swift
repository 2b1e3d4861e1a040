// A record tells what was verified from what is claimed.
import ProfileProcessing
import SAML2

func issuer(of record: ProfileRecord) -> String? { record.verified.issuer }
func claimedIssuer(of record: ProfileRecord) -> String? {
    record.claimed?.issuer?.unverifiedValue
}
