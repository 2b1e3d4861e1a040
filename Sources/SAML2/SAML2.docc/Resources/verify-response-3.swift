import Foundation
import SAML2

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
let arguments = CommandLine.arguments
let current = SAML.Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
guard arguments.count > 3,
    let now = arguments.count > 4 ? SAML.Instant(parsing: arguments[4]) : current
else { exit(2) }
do {
    let validator = SAML.ResponseValidator(
        trust: try SAML.TrustStore(metadata: bytes(arguments[1])), audience: arguments[2],
        expecting: .answerToAnyQuery, clock: { now })
    for attribute in try validator.validate(bytes(arguments[3])).attributes {
        for value in attribute.values { print("\(attribute.name)=\(value.text ?? "")") }
    }
} catch let rejection as SAML.Rejection {
    let codes = rejection.reasons.map { $0.code + "\n" }.joined()
    FileHandle.standardError.write(Data(codes.utf8))
    exit(1)
}
