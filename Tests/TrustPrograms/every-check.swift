// Leaving out a check is a named argument.
import ProfileProcessing
import SAML2

let processor = ProfileProcessor(options: ProfileProcessor.Options(context: .unchecked))
let context = SAML.ProcessingContext(now: nil, audience: nil)
