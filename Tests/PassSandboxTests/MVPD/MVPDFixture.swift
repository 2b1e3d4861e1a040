import AdobePass
import PayloadCoding
import SAML2
import Synchronization
import XCTest

@testable import PassSandbox

/// An exchange with a simulated MVPD at a fixed time.
struct MVPDFixture {
    /// 2026-01-15T12:00:00Z.
    static let now = SAML.Instant(secondsSinceEpoch: 1_768_478_400)
    static let asked = ["uid", "NameID", "uniqueId"]
    static let queryID = "_query-1"
    static let presenter = AdmissionLedger.Presenter(client: "client-1", device: "device-1")

    let mvpd: SimulatedMVPD
    let serviceProvider: SandboxServiceProvider

    // An RSA key takes long to make.
    private static let keys = Result {
        (
            serviceProvider: try SandboxKey.makeRSA(name: "sandbox", validFrom: now),
            mvpd: try SandboxKey.makeRSA(name: "Cablevision", validFrom: now)
        )
    }
    private static let counter = Atomic<Int>(0)

    init(subscribers: [Subscriber] = Subscriber.examples, identifier: String = "Cablevision") throws
    {
        let keys = try Self.keys.get()
        serviceProvider = SandboxServiceProvider(key: keys.serviceProvider)
        mvpd = try SimulatedMVPD(
            identifier: Pass.MVPDIdentifier(rawValue: identifier), key: keys.mvpd,
            subscribers: subscribers, serviceProvider: serviceProvider, now: Self.now,
            makeIdentifier: { "id\(Self.counter.add(1, ordering: .relaxed).newValue)" })
    }

    /// The verification token.
    func query(
        _ names: [String] = asked, id: String = queryID, at now: SAML.Instant = Self.now
    ) throws -> String {
        try mvpd.verificationToken(
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), platform: .tvOS,
            attributeNames: names, id: id, now: now)
    }

    /// The response in a style, as the framework gives it to the app.
    func response(_ style: ResponseStyle = .singleLine, _ names: [String] = asked) throws -> String
    {
        try mvpd.response(to: query(names), attributeNames: names, style: style, now: Self.now)
    }

    /// The form value of a response, normalized and put into Base64.
    static func formValue(_ response: String, _ normalization: Normalization = .cookbook) -> String
    {
        let payload = PayloadEncoder(normalization: normalization)
            .payload(encoding: Array(response.utf8))
        return String(decoding: Base64.encoding(payload.normalized), as: UTF8.self)
    }

    /// What becomes of a form value; `change` switches checks.
    func admission(
        ofValue value: String, ledger: inout AdmissionLedger, at now: SAML.Instant = Self.now,
        by presenter: AdmissionLedger.Presenter = presenter,
        queries: [IssuedQuery] = [IssuedQuery(id: queryID, attributeNames: asked)],
        _ change: (inout AdmissionChecks) -> Void = { _ in }
    ) -> Result<AdmittedResponse, AdmissionRefusal> {
        var checks = AdmissionChecks()
        change(&checks)
        return ResponseAdmission(serviceProvider: serviceProvider).admit(
            formValue: value, from: mvpd, answering: queries, by: presenter, ledger: &ledger,
            checks: checks, now: now)
    }

    /// What becomes of a form value that is the first to be presented.
    func admission(
        ofValue value: String, at now: SAML.Instant = Self.now,
        queries: [IssuedQuery] = [IssuedQuery(id: queryID, attributeNames: asked)],
        _ change: (inout AdmissionChecks) -> Void = { _ in }
    ) -> Result<AdmittedResponse, AdmissionRefusal> {
        var ledger = AdmissionLedger()
        return admission(ofValue: value, ledger: &ledger, at: now, queries: queries, change)
    }

    /// What becomes of a response that the app normalizes as the cookbook has it.
    func admission(
        of response: String, _ normalization: Normalization = .cookbook,
        _ change: (inout AdmissionChecks) -> Void = { _ in }
    ) -> Result<AdmittedResponse, AdmissionRefusal> {
        admission(ofValue: Self.formValue(response, normalization), change)
    }
}

/// Expects a response not to be admitted, and for which reason.
@discardableResult
func assertRefused(
    _ result: Result<AdmittedResponse, AdmissionRefusal>, _ code: AdmissionCode,
    _ comment: String = "", file: StaticString = #filePath, line: UInt = #line
) -> AdmissionRefusal? {
    switch result {
    case .success:
        XCTFail("It was admitted. \(comment)", file: file, line: line)
        return nil
    case .failure(let refusal):
        XCTAssertEqual(refusal.code, code, "\(refusal) \(comment)", file: file, line: line)
        return refusal
    }
}

/// Expects a response to be admitted.
@discardableResult
func assertAdmitted(
    _ result: Result<AdmittedResponse, AdmissionRefusal>, _ comment: String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> AdmittedResponse {
    switch result {
    case .success(let admitted): return admitted
    case .failure(let refusal):
        XCTFail("\(refusal) \(comment)", file: file, line: line)
        throw refusal
    }
}
