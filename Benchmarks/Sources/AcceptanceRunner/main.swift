import Foundation
import SAML2

// Accepts messages an exact number of times, so that what each costs the library alone can be counted: that of a
// long run less that of a short one, divided by the difference.
//
//   AcceptanceRunner MESSAGES METADATA NOW AUDIENCE COUNT
//
// MESSAGES has one response a line, as XML in Base64. They are taken in turns.

func run() throws -> Int32 {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let now = SAML.Instant(parsing: arguments[3]),
        let count = Int(arguments[5])
    else {
        print("AcceptanceRunner MESSAGES METADATA NOW AUDIENCE COUNT")
        return 2
    }
    let messages = try Data(contentsOf: URL(filePath: arguments[1]))
        .split(separator: UInt8(ascii: "\n")).map { [UInt8](Data(base64Encoded: $0) ?? Data()) }
    let validator = SAML.ResponseValidator(
        trust: try SAML.TrustStore(metadata: Data(contentsOf: URL(filePath: arguments[2]))),
        audience: arguments[4], expecting: .answerToAnyQuery, clock: { now })
    for number in 0..<count { _ = try validator.validate(messages[number % messages.count]) }
    return 0
}

exit(try run())
