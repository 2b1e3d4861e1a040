import Captures
import Foundation
import ProfileProcessing
import SAML2

let arguments = CommandLine.arguments
guard arguments.count == 5, let now = SAML.Instant(parsing: arguments[4]) else {
    print("usage: process-capture METADATA AUDIENCE CAPTURE TIME")
    exit(2)
}
