import AdobePass
import PayloadCoding
import SAML2
import Synchronization
import XCTest
import XMLCore

@testable import PassSandbox

/// An exchange with a simulated MVPD at a fixed time.
struct MVPDFixture {
    /// 2026-01-15T12:00:00Z.
    static let now = SAML.Instant(secondsSinceEpoch: 1_768_478_400)
    static let asked = ["uid", "NameID", "uniqueId"]
    static let queryID = "_query-1"
    static let presenter = ByteExactName("client-1", "device-1")
    static let subscribers = [
        SandboxConfiguration.Subscriber(
            name: "alice", userID: "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8",
            samlAttributes: [
                "uid": ["u-7f3a91c2"], "uniqueId": ["7f3a91c2-household"], "zip": ["10001"],
                "MaxTVRating": ["tv-ma"], "MaxMovieRating": ["nc-17"], "hba_status": ["false"],
            ]),
        SandboxConfiguration.Subscriber(
            name: "bob", userID: "c2d8a4f6-9b1e-4c07-8f53-6e2b7a9d0c14",
            samlAttributes: [
                "uid": ["u-19be44d0"], "uniqueId": ["19be44d0-household"], "zip": ["94103"],
                "MaxTVRating": ["tv-pg"], "MaxMovieRating": ["pg"], "hba_status": ["true"],
            ]),
    ]

    let mvpd: SimulatedMVPD
    let serviceProvider: SandboxServiceProvider

    // An RSA key takes long to make.
    private static let keys = Result {
        (serviceProvider: try makeKey("sandbox"), mvpd: try makeKey("Cablevision"))
    }
    private static let counter = Atomic<Int>(0)

    /// A new RSA key.
    static func makeKey(_ name: String) throws -> SandboxKey {
        try SandboxKey(pemEncoded: SandboxKeys.make(), name: name, validFrom: now)
    }

    static func configuration(
        _ identifier: String = "Cablevision",
        subscribers: [SandboxConfiguration.Subscriber] = subscribers
    ) -> SandboxConfiguration.MVPD {
        var mvpd = SandboxConfiguration.MVPD(id: identifier, displayName: identifier)
        mvpd.subscribers = subscribers
        return mvpd
    }

    init(
        subscribers: [SandboxConfiguration.Subscriber] = subscribers,
        identifier: String = "Cablevision"
    ) throws {
        let keys = try Self.keys.get()
        serviceProvider = SandboxServiceProvider(key: keys.serviceProvider)
        mvpd = try SimulatedMVPD(
            Self.configuration(identifier, subscribers: subscribers), key: keys.mvpd,
            serviceProvider: serviceProvider, now: Self.now)
    }

    /// The verification token.
    func query(
        _ names: [String] = asked, id: String = queryID, at now: SAML.Instant = Self.now
    ) throws -> String {
        try serviceProvider.query(
            for: "REF30/tvOS", destination: mvpd.attributeService, attributeNames: names, id: id,
            now: now)
    }

    /// The response in a style, as the framework gives it to the app.
    func response(_ style: ResponseStyle = .singleLine, _ names: [String] = asked) throws -> String
    {
        try mvpd.response(
            to: query(names), attributeNames: names, style: style,
            id: "id\(Self.counter.add(1, ordering: .relaxed).newValue)", now: Self.now)
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
        by presenter: ByteExactName = presenter,
        queries: [IssuedQuery] = [IssuedQuery(id: queryID, attributeNames: asked)],
        _ change: (inout AdmissionChecks) -> Void = { _ in }
    ) -> Result<AdmittedResponse, AdmissionRefusal> {
        var checks = AdmissionChecks()
        change(&checks)
        let admission = ResponseAdmission(
            serviceProvider: serviceProvider, mvpd: mvpd, queries: queries, checks: checks,
            now: now)
        do throws(AdmissionRefusal) {
            return .success(try admission.admit(value, by: presenter, ledger: &ledger))
        } catch {
            return .failure(error)
        }
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
