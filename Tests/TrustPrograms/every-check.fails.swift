// error: missing arguments for parameters 'now', 'audience' in call
import SAML2

let context = SAML.ProcessingContext()
