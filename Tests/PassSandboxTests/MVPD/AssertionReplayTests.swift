import SAML2
import XCTest
import XMLCore

@testable import PassSandbox

/// An assertion is admitted once, and told apart when the one who lost the answer repeats it.
final class AssertionReplayTests: XCTestCase {
    private func presented(
        after seconds: Int64, by presenter: ByteExactName = MVPDFixture.presenter,
        _ change: (inout AdmissionChecks) -> Void = { _ in }
    ) throws -> Result<AdmittedResponse, AdmissionRefusal> {
        let fixture = try MVPDFixture()
        let value = MVPDFixture.formValue(try fixture.response())
        var ledger = AdmissionLedger()
        let first = try assertAdmitted(fixture.admission(ofValue: value, ledger: &ledger, change))
        XCTAssertFalse(first.isRepetition)
        return fixture.admission(
            ofValue: value, ledger: &ledger, at: MVPDFixture.now.advanced(bySeconds: seconds),
            by: presenter, change)
    }

    func testTheSameDeviceAndAppMayRepeatForAMinute() throws {
        XCTAssertTrue(try assertAdmitted(presented(after: 0)).isRepetition)
        XCTAssertTrue(try assertAdmitted(presented(after: 59)).isRepetition)
        assertRefused(try presented(after: 60), .replayed)
    }

    func testTheWindowCanBeChangedAndClosed() throws {
        XCTAssertTrue(
            try assertAdmitted(presented(after: 60) { $0.repetitionWindow = 61 }).isRepetition)
        assertRefused(try presented(after: 0) { $0.repetitionWindow = 0 }, .replayed)
    }

    func testAnotherDeviceOrAppMayNot() throws {
        for presenter in [
            ByteExactName("client-1", "device-2"),
            ByteExactName("client-2", "device-1"),
        ] {
            assertRefused(try presented(after: 1, by: presenter), .replayed)
        }
    }

    func testWithoutTheCheckItIsAdmittedAgain() throws {
        XCTAssertFalse(
            try assertAdmitted(presented(after: 300) { $0.replay = false }).isRepetition)
    }

    func testWhatWasRefusedIsNotUsed() throws {
        let fixture = try MVPDFixture()
        let value = MVPDFixture.formValue(try fixture.response())
        var ledger = AdmissionLedger()
        let early = MVPDFixture.now.advanced(bySeconds: -600)
        assertRefused(
            fixture.admission(ofValue: value, ledger: &ledger, at: early), .notYetValid)
        let admitted = try assertAdmitted(fixture.admission(ofValue: value, ledger: &ledger))
        XCTAssertFalse(admitted.isRepetition)
    }
}
