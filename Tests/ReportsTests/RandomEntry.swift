import BatchEngine
import ProfileProcessing
import Reports
import TestSupport

/// Random entries such as a service of a few issuers captures in a month, and stranger ones.
struct RandomEntry {
    private var generator: SeededGenerator
    private var index = 0
    private let hasCaptureTimes: Bool

    static let issuers = [
        "https://idp.cable.example/saml2/metadata", "https://login.fiber.example",
        "urn:example:satellite:production", "https://sso.mobile.example/idp/shibboleth",
        "https://identity.a-rather-long-name-of-a-provider.example/federation/2026/metadata.xml",
    ]
    static let attributes = [
        "uid", "uniqueId", "zip", "maxRating", "householdId", "upstreamUserID",
    ]

    init(_ purpose: String, hasCaptureTimes: Bool = true) {
        generator = SeededGenerator(purpose)
        self.hasCaptureTimes = hasCaptureTimes
    }

    private mutating func chance(_ parts: Int, in whole: Int = 1000) -> Bool {
        Int.random(in: 0..<whole, using: &generator) < parts
    }

    mutating func next() -> ResultEntry {
        defer { index += 1 }
        // More by day than by night, over thirty days from 2026-01-01.
        let day = Int64.random(in: 0..<30, using: &generator)
        let hour = max(
            Int64.random(in: 0..<24, using: &generator), Int64.random(in: 0..<24, using: &generator)
        )
        let time =
            1_767_225_600 + day * 86_400 + hour * 3600
            + Int64.random(in: 0..<3600, using: &generator)
        let place = min(
            Int.random(in: 0..<5, using: &generator), Int.random(in: 0..<5, using: &generator))
        guard !chance(4) else { return malformed(time) }
        var entry = ResultEntry(
            index: index, outcome: .accepted, kind: .response,
            byteCount: 4000 + place * 1500 + Int.random(in: 0..<4000, using: &generator))
        entry.file = "captures/2026-01.ndjson"
        entry.line = index + 1
        entry.issuer = Self.issuers[place]
        entry.issueInstant = time
        if hasCaptureTimes {
            entry.captureTime =
                time + Int64.random(in: -2...(chance(30) ? 600 : 4), using: &generator)
        }
        entry.notBefore = time - 60
        entry.notOnOrAfter = time + (place == 2 ? 3600 : 300)
        entry.verdict = .valid
        entry.keySHA256 = String(
            repeating: String("0123456789abcdef".dropFirst(place).prefix(4)), count: 16)
        entry.signatureMethod = Self.signatureMethods[place == 3 && chance(400) ? 1 : 0]
        entry.digestMethod = Self.digestMethods[place == 3 && chance(400) ? 1 : 0]
        entry.preservesSignature = !(place == 1 && chance(200))
        entry.warnings =
            entry.preservesSignature == false ? ["signedContentChanged", "textChanged"] : []
        fail(&entry, place)
        entry.attributes = Self.attributes.filter { $0 != "zip" || place != 4 }
        if entry.reasons.contains("attributes.missing") {
            entry.attributes.removeFirst()
            entry.missing = ["uid"]
        }
        return entry
    }

    private mutating func fail(_ entry: inout ResultEntry, _ place: Int) {
        if chance(place == 2 ? 60 : 6) { entry.reasons.append("conditions.expired") }
        if chance(place == 4 ? 90 : 3) { entry.reasons.append("attributes.missing") }
        if chance(place == 3 ? 20 : 2) {
            entry.reasons.insert("signature.digestMismatch", at: 0)
            entry.verdict = .invalid
            entry.keySHA256 = nil
        }
        if !entry.reasons.isEmpty { entry.outcome = .rejected }
    }

    private mutating func malformed(_ time: Int64) -> ResultEntry {
        var entry = ResultEntry(index: index, outcome: .malformed, kind: nil, byteCount: 900)
        entry.file = "captures/2026-01.ndjson"
        entry.line = index + 1
        if hasCaptureTimes { entry.captureTime = time }
        entry.reasons = [chance(500) ? "xml.notWellFormed" : "envelope.invalidBase64"]
        return entry
    }

    /// An entry in which everything that a sender chooses is chosen to do harm.
    mutating func hostile(_ name: String) -> ResultEntry {
        var entry = next()
        let number = Int.random(in: 0..<5000, using: &generator)
        entry.outcome = .rejected
        entry.kind = .response
        entry.verdict = chance(500) ? .invalid : .notChecked
        entry.issuer = "\(name)\(number)"
        entry.signatureMethod = "\(name)\(number % 300)"
        entry.digestMethod = String(repeating: name, count: 100)
        entry.attributes = (0..<5).map { "\(name)\(number % 200 + $0)" }
        entry.issueInstant = Int64.random(in: -100_000_000_000...300_000_000_000, using: &generator)
        entry.captureTime = chance(500) ? nil : entry.issueInstant
        entry.file = name
        return entry
    }

    private static let signatureMethods = [
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
    ]
    private static let digestMethods = [
        "http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2000/09/xmldsig#sha1",
    ]
}
