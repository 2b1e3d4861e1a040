import AdobePass
import XCTest

final class SignInStateTests: XCTestCase {
    private let now = FlowFixture.now

    private func states(_ answer: PlatformSSO.Answer) -> [PlatformSSO.SignInState] {
        PlatformSSO.SignInTest.allCases.map { answer.signInState(at: now, test: $0) }
    }

    func testAnExpirationInTheFutureSatisfiesEveryTest() {
        XCTAssertEqual(states(FlowFixture.signedIn()), [.signedIn, .signedIn, .signedIn])
    }

    func testAnExpirationThatIsNowSatisfiesV1Alone() {
        XCTAssertEqual(
            states(FlowFixture.signedIn(until: now)), [.signedIn, .expired, .expired])
    }

    func testNoExpirationDoesForV2sSignInAlone() {
        XCTAssertEqual(
            states(FlowFixture.signedIn(until: nil)), [.notSignedIn, .signedIn, .notSignedIn])
    }

    func testAnEmptyProviderIsNone() {
        XCTAssertEqual(
            states(FlowFixture.signedIn("")), [.notSignedIn, .notSignedIn, .notSignedIn])
    }

    func testOnlyGrantedAccessCounts() {
        for status: Pass.AccessStatus in [
            .denied, .restricted, .notDetermined, .init(rawValue: "Granted"),
        ] {
            let metadata = FlowFixture.signedIn().metadata
            let answer = PlatformSSO.Answer(
                access: PlatformSSO.Access(status), metadata: metadata)
            XCTAssertEqual(
                states(answer), [.accessNotGranted, .accessNotGranted, .accessNotGranted])
        }
    }

    func testAnErrorIsTold() {
        XCTAssertEqual(
            states(FlowFixture.error(.providerRejected)), [.error, .error, .error])
        XCTAssertEqual(
            states(FlowFixture.error(.accessNotGranted)),
            [.accessNotGranted, .accessNotGranted, .accessNotGranted])
    }

    func testTheStatusOfAnAnswerHoldsNothingAProviderSaid() {
        let answer = PlatformSSO.Answer(
            access: PlatformSSO.Access(
                .granted, error: PlatformSSO.AccountError(.rejected, samlResponse: "<a/>")),
            metadata: PlatformSSO.AccountMetadata(
                accountProviderIdentifier: "x", authenticationExpirationDate: now,
                samlAttributeQueryResponse: "<a/>"),
            error: PlatformSSO.AccountError(
                .providerRejected, unsupportedProvider: "y", samlResponse: "<a/>",
                samlResponseStatus: "s",
                providerResponse: .init(authenticationScheme: "a", status: "b", body: "c")))
        XCTAssertEqual(
            answer.status,
            PlatformSSO.Answer(
                access: PlatformSSO.Access(.granted, error: PlatformSSO.AccountError(.rejected)),
                metadata: PlatformSSO.AccountMetadata(
                    accountProviderIdentifier: "x", authenticationExpirationDate: now),
                error: PlatformSSO.AccountError(.providerRejected, unsupportedProvider: "y")))
    }

    func testTheHeaderTellsNumbersAndNamesOfErrors() {
        let status = Pass.PartnerFrameworkStatus(
            PlatformSSO.Answer(
                access: PlatformSSO.Access(.granted),
                error: PlatformSSO.AccountError(.providerRejected, samlResponse: "<secret/>")))
        XCTAssertEqual(
            status.providerError,
            Pass.PartnerFrameworkStatus.FrameworkError(code: "4", message: "providerRejected"))
        XCTAssertNil(status.provider)
    }
}
