import Foundation
import SAML2

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
let arguments = CommandLine.arguments
let current = SAML.Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
guard arguments.count > 3,
    let now = arguments.count > 4 ? SAML.Instant(parsing: arguments[4]) : current
else { exit(2) }
