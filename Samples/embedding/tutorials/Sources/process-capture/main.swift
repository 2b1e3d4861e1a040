import Captures
import Foundation
import ProfileProcessing
import SAML2

let arguments = CommandLine.arguments
guard arguments.count == 5, let now = SAML.Instant(parsing: arguments[4]) else {
    print("usage: process-capture METADATA AUDIENCE CAPTURE TIME")
    exit(2)
}

let metadata = try Data(contentsOf: URL(filePath: arguments[1]))
let processor = ProfileProcessor(
    trust: try SAML.TrustStore(metadata: metadata), audience: arguments[2],
    expecting: .answerToAnyQuery, now: now, requiredAttributes: ["uid"])

var counts: [String: Int] = [:]
var reader = CaptureReader(inputs: [.init(arguments[3])])
while let captured = reader.next() {
    let record = processor.record(of: captured)
    counts[record.reasons.first?.code.rawValue ?? record.outcome.rawValue, default: 0] += 1
}

for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
    print(count, name)
}
