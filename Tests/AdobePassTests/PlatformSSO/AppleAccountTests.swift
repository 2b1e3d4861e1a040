#if VideoSubscriberAccountStub
import AdobePass
import Dispatch
import Foundation
import VideoSubscriberAccount
import XCTest

@MainActor
final class AppleAccountTests: XCTestCase {
    private final class Metadata: VSAccountMetadata {
        var provider: String?
        var expiration: Date?
        var response: String?

        override var accountProviderIdentifier: String? { provider }
        override var authenticationExpirationDate: Date? { expiration }
        override var samlAttributeQueryResponse: String? { response }
    }

    private final class ProviderResponse: VSAccountProviderResponse {
        override var status: String? { "status" }
        override var body: String? { "body" }
    }

    private final class Delegate: NSObject, VSAccountManagerDelegate {
        func accountManager(_: VSAccountManager, present _: UIViewController) {}
        func accountManager(_: VSAccountManager, dismiss _: UIViewController) {}
    }

    /// A framework that answers on another queue, as the real one may.
    private final class Manager: VSAccountManager, @unchecked Sendable {
        var status: (VSAccountAccessStatus, (any Error)?) = (.granted, nil)
        var metadata: (VSAccountMetadata?, (any Error)?) = (nil, nil)
        var options: [[VSCheckAccessOption: Any]] = []
        var requests: [VSAccountMetadataRequest] = []
        var hadDelegate: [Bool] = []
        /// Called when a request that may show something has begun.
        var whilePresenting: (@MainActor @Sendable () async -> Void)?

        override func checkAccessStatus(
            options: [VSCheckAccessOption: Any],
            completionHandler: @escaping (VSAccountAccessStatus, (any Error)?) -> Void
        ) {
            self.options.append(options)
            hadDelegate.append(delegate != nil)
            reply { [status] in completionHandler(status.0, status.1) }
        }

        override func enqueue(
            _ request: VSAccountMetadataRequest,
            completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
        ) -> VSAccountManagerResult {
            requests.append(request)
            hadDelegate.append(delegate != nil)
            guard request.isInterruptionAllowed, let whilePresenting else {
                reply { [metadata] in completionHandler(metadata.0, metadata.1) }
                return VSAccountManagerResult()
            }
            nonisolated(unsafe) let answer = { [metadata] in
                completionHandler(metadata.0, metadata.1)
            }
            Task {
                await whilePresenting()
                unsafe answer()
            }
            return VSAccountManagerResult()
        }

        private func reply(_ answer: @escaping () -> Void) {
            nonisolated(unsafe) let answer = answer
            DispatchQueue.global().async { unsafe answer() }
        }
    }

    private func error(_ manager: Manager) async -> PlatformSSO.AccountError? {
        let account = AppleSubscriberAccount(manager: manager, delegate: nil)
        do {
            _ = try await account.metadata(for: .currentSignIn())
            return nil
        } catch {
            return error
        }
    }

    func testEveryAccessStatusHasItsWord() async {
        for (status, word): (VSAccountAccessStatus, Pass.AccessStatus) in [
            (.granted, .granted), (.denied, .denied), (.restricted, .restricted),
            (.notDetermined, .notDetermined),
        ] {
            let manager = Manager()
            manager.status = (status, nil)
            let account = AppleSubscriberAccount(manager: manager, delegate: nil)
            let access = await account.checkAccessStatus(prompting: false)
            XCTAssertEqual(access, PlatformSSO.Access(word))
        }
    }

    func testTheErrorOfAnAccessCheckIsKept() async {
        let manager = Manager()
        manager.status = (.denied, VSError(.accessNotGranted))
        let account = AppleSubscriberAccount(manager: manager, delegate: nil)
        let access = await account.checkAccessStatus(prompting: true)
        XCTAssertEqual(
            access,
            PlatformSSO.Access(.denied, error: PlatformSSO.AccountError(.accessNotGranted)))
        XCTAssertEqual(manager.options.map { $0[.prompt] as? Bool }, [true])
    }

    func testEveryErrorCodeKeepsItsNumber() async {
        for code in VSError.Code.allCases {
            let manager = Manager()
            manager.metadata = (nil, VSError(code))
            let error = await error(manager)
            XCTAssertEqual(error, PlatformSSO.AccountError(.init(rawValue: code.rawValue)))
            XCTAssertEqual(error?.code.name, "\(code)")
        }
    }

    func testTheUserInformationOfErrorsIsRead() async {
        let manager = Manager()
        manager.metadata = (
            nil,
            VSError(
                .providerRejected,
                userInfo: [
                    VSErrorInfoKeyUnsupportedProviderIdentifier: "provider",
                    VSErrorInfoKeySAMLResponse: "<a/>",
                    VSErrorInfoKeySAMLResponseStatus: "denied",
                    VSErrorInfoKeyAccountProviderResponse: ProviderResponse(),
                ])
        )
        let error = await error(manager)
        XCTAssertEqual(
            error,
            PlatformSSO.AccountError(
                .providerRejected, unsupportedProvider: "provider", samlResponse: "<a/>",
                samlResponseStatus: "denied",
                providerResponse: .init(
                    authenticationScheme: "SAML", status: "status", body: "body")))
    }

    func testAnErrorOfAnotherDomainIsForeign() async {
        let manager = Manager()
        manager.metadata = (nil, NSError(domain: "other", code: 4))
        let error = await error(manager)
        XCTAssertEqual(error, PlatformSSO.AccountError(.foreign))
    }

    func testNeitherMetadataNorErrorIsAnUnavailableService() async {
        let error = await error(Manager())
        XCTAssertEqual(error, PlatformSSO.AccountError(.serviceTemporarilyUnavailable))
    }

    func testMetadataAreReadAndNilStaysNil() async throws {
        let manager = Manager()
        let account = AppleSubscriberAccount(manager: manager, delegate: nil)
        manager.metadata = (Metadata(), nil)
        let empty = try await account.metadata(for: .currentSignIn())
        XCTAssertEqual(empty, PlatformSSO.AccountMetadata())

        let full = Metadata()
        full.provider = "provider"
        full.expiration = Date(timeIntervalSince1970: 1735689600.25)
        full.response = "<a>\r\n</a>"
        manager.metadata = (full, nil)
        let metadata = try await account.metadata(for: .currentSignIn())
        XCTAssertEqual(
            metadata,
            PlatformSSO.AccountMetadata(
                accountProviderIdentifier: "provider",
                authenticationExpirationDate: Pass.Timestamp(milliseconds: 1_735_689_600_250),
                samlAttributeQueryResponse: "<a>\r\n</a>"))

        // Every answer is an object of its own: another thread may still hold the one before.
        let late = Metadata()
        late.expiration = .distantFuture
        manager.metadata = (late, nil)
        let distant = try await account.metadata(for: .currentSignIn())
        XCTAssertEqual(
            distant.authenticationExpirationDate,
            Pass.Timestamp(milliseconds: 64_092_211_200_000))
        let latest = Metadata()
        latest.expiration = Date(timeIntervalSince1970: 1e300)
        manager.metadata = (latest, nil)
        let endless = try await account.metadata(for: .currentSignIn())
        XCTAssertEqual(
            endless.authenticationExpirationDate, Pass.Timestamp(milliseconds: .max))
    }

    func testARequestIsHandedOnWhole() async throws {
        let manager = Manager()
        manager.metadata = (Metadata(), nil)
        let account = AppleSubscriberAccount(manager: manager, delegate: nil)
        var request = PlatformSSO.MetadataRequest.attributeQuery(
            channelIdentifier: "channel", attributeNames: ["uid"], verificationToken: "token",
            isInterruptionAllowed: true)
        request.supportedAccountProviderIdentifiers = ["a", "b"]
        request.featuredAccountProviderIdentifiers = ["b"]
        _ = try await account.metadata(for: request)
        let sent = try XCTUnwrap(manager.requests.first)
        XCTAssertEqual(sent.channelIdentifier, "channel")
        XCTAssertEqual(sent.supportedAccountProviderIdentifiers, ["a", "b"])
        XCTAssertEqual(sent.featuredAccountProviderIdentifiers, ["b"])
        XCTAssertEqual(sent.verificationToken, "token")
        XCTAssertEqual(sent.attributeNames, ["uid"])
        XCTAssert(sent.includeAccountProviderIdentifier)
        XCTAssert(sent.includeAuthenticationExpirationDate)
        XCTAssert(sent.isInterruptionAllowed)
        XCTAssertFalse(sent.forceAuthentication)
    }

    func testTheDelegateIsSetOnlyWhereTheUserMayBeInterrupted() async throws {
        let manager = Manager()
        manager.metadata = (Metadata(), nil)
        let delegate = Delegate()
        let account = AppleSubscriberAccount(manager: manager, delegate: delegate)
        _ = await account.checkAccessStatus(prompting: true)
        _ = await account.checkAccessStatus(prompting: false)
        _ = try await account.metadata(for: .currentSignIn())
        _ = try await account.metadata(for: Self.picker)
        XCTAssertEqual(manager.hadDelegate, [true, false, false, true])
        withExtendedLifetime(delegate) {}
    }

    func testASilentQueryLeavesTheDelegateOfThePickerAlone() async throws {
        let manager = Manager()
        manager.metadata = (Metadata(), nil)
        let delegate = Delegate()
        let account = AppleSubscriberAccount(manager: manager, delegate: delegate)
        let silent = AppleSubscriberAccount(manager: manager, delegate: nil)
        manager.whilePresenting = {
            for account in [account, silent] {
                _ = await account.checkAccessStatus(prompting: false)
                _ = try? await account.metadata(for: .currentSignIn())
                XCTAssert(manager.delegate === delegate)
            }
        }
        _ = try await account.metadata(for: Self.picker)
        XCTAssertEqual(manager.hadDelegate, [true, true, true, true, true])
        XCTAssertNil(manager.delegate)
        withExtendedLifetime(delegate) {}
    }

    func testTheManagersOwnDelegateIsGivenBack() async throws {
        let manager = Manager()
        manager.metadata = (Metadata(), nil)
        let own = Delegate()
        manager.delegate = own
        let delegate = Delegate()
        let account = AppleSubscriberAccount(manager: manager, delegate: delegate)
        manager.whilePresenting = { XCTAssert(manager.delegate === delegate) }
        _ = try await account.metadata(for: .currentSignIn())
        XCTAssert(manager.delegate === own)
        _ = try await account.metadata(for: Self.picker)
        XCTAssert(manager.delegate === own)

        manager.whilePresenting = { XCTAssert(manager.delegate === own) }
        let silent = AppleSubscriberAccount(manager: manager, delegate: nil)
        _ = try await silent.metadata(for: Self.picker)
        _ = await silent.checkAccessStatus(prompting: true)
        XCTAssert(manager.delegate === own)
        withExtendedLifetime((own, delegate)) {}
    }

    private static let picker = PlatformSSO.MetadataRequest.picker(
        providers: PlatformSSO.ProviderLists(of: [], featuring: []))

    func testAWholeQueryStopsWithoutAccess() async {
        let manager = Manager()
        manager.status = (.restricted, nil)
        let account = AppleSubscriberAccount(manager: manager, delegate: nil)
        let answer = await account.answer(to: .currentSignIn(), prompting: true)
        XCTAssertEqual(answer, FlowFixture.access(.restricted))
        XCTAssertEqual(manager.requests, [])
    }
}
#endif
