// error: value of type 'ProfileRecord' has no member 'issuer'
import ProfileProcessing

func issuer(of record: ProfileRecord) -> String? { record.issuer }
