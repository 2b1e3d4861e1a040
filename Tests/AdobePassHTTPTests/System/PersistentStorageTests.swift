import AdobePass
import AdobePassHTTP
import Foundation
import TestSupport
import XCTest

final class PersistentStorageTests: XCTestCase {
    private static let credentials = DCR.ClientCredentials(
        clientID: "client", clientSecret: "secret\r\n\"client\": \"other\"")
    private static let token = DCR.AccessToken(
        token: "token", expiresAt: Pass.Timestamp(milliseconds: 1_768_478_400_000))

    private var folder: ScratchFolder!

    override func setUpWithError() throws { folder = try ScratchFolder() }

    override func tearDown() { folder.removeAll() }

    private func key(_ statement: String) throws -> Pass.StorageKey {
        Pass.StorageKey(
            registration: try Pass.BaseURL("https://sp.auth.adobe.com"),
            softwareStatement: statement)
    }

    private func storage(
        _ name: String = "storage",
        reportDamage: @escaping @Sendable (Pass.StorageError) -> Void = { _ in XCTFail("damage") }
    ) -> Pass.PersistentStorage {
        .file(folder.path(name), reportDamage: reportDamage)
    }

    private func permissions() throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("storage"))
        return attributes[.posixPermissions] as? Int
    }

    private func error(
        _ storage: Pass.PersistentStorage
    ) async throws -> Pass.StorageError? {
        let key = try key("one")
        do {
            try await storage.store(Self.token, for: key)
            return nil
        } catch {
            return error
        }
    }

    func testAnotherRunFindsWhatWasStored() async throws {
        let storage = self.storage()
        let (one, other) = (try key("one"), try key("other"))
        let nothing = try await storage.credentials(for: one)
        XCTAssertNil(nothing)
        XCTAssertEqual(try folder.names(), [])
        try await storage.store(Self.credentials, for: one)
        try await storage.store(Self.token, for: one)
        try await storage.store(Self.token, for: other)

        let later = self.storage()
        let credentials = try await later.credentials(for: one)
        let token = try await later.accessToken(for: one)
        XCTAssertEqual(credentials, Self.credentials)
        XCTAssertEqual(token, Self.token)
        try await later.store(nil as DCR.AccessToken?, for: one)
        let forgotten = try await storage.accessToken(for: one)
        let kept = try await storage.accessToken(for: other)
        let others = try await storage.credentials(for: other)
        XCTAssertNil(forgotten)
        XCTAssertEqual(kept, Self.token)
        XCTAssertNil(others)
        XCTAssertEqual(try folder.names(), ["storage"])
    }

    func testOnlyTheOwnerReadsTheFileWhateverItWas() async throws {
        let former = umask(0)
        defer { _ = umask(former) }
        let storage = self.storage()
        let first = try await error(storage)
        XCTAssertNil(first)
        XCTAssertEqual(try permissions(), 0o600)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.path("storage"))
        let second = try await error(storage)
        XCTAssertNil(second)
        XCTAssertEqual(try permissions(), 0o600)
    }

    func testTheDeviceIdentifierIsCreatedOnce() async throws {
        let storage = self.storage()
        let identifier = try await storage.deviceIdentifier()
        XCTAssertEqual(identifier.text.utf8.count, 64)
        let failure = try await error(storage)
        XCTAssertNil(failure)
        let again = try await self.storage()
            .deviceIdentifier()
        XCTAssertEqual(again, identifier)
    }

    func testADamagedFileIsEmptyAndTheAppIsTold() async throws {
        let key = try key("one")
        for text in [
            "", "client: name\n", "{}", #"{"version": 2, "registrations": []}"#,
            #"{"version": 1, "registrations": [{"address": 1}]}"#,
            String(repeating: " ", count: 2 << 20),
        ] {
            try folder.write(text.utf8, to: "storage")
            let told = Told()
            let storage = self.storage { told.add($0) }
            let credentials = try await storage.credentials(for: key)
            XCTAssertNil(credentials)
            XCTAssertEqual(told.codes, [.notAStorage])
            try await storage.store(Self.credentials, for: key)
            let stored = try await storage.credentials(for: key)
            XCTAssertEqual(stored, Self.credentials)
            XCTAssertEqual(told.codes, [.notAStorage])
            XCTAssertEqual(try folder.read("storage.damaged"), Array(text.utf8))
        }
    }

    func testTheProviderIsRememberedForItsServiceProvider() async throws {
        let (one, other): (Pass.ServiceProvider, Pass.ServiceProvider) = ("REF30", "Other")
        try await self.storage().remember("Cablevision", for: one)
        try await self.storage().store(Self.token, for: key("one"))
        let remembered = try await self.storage().rememberedMVPD(for: one)
        let others = try await self.storage().rememberedMVPD(for: other)
        XCTAssertEqual(remembered, "Cablevision")
        XCTAssertNil(others)
        try await self.storage().remember(nil, for: one)
        let forgotten = try await self.storage().rememberedMVPD(for: one)
        XCTAssertNil(forgotten)
    }

    func testWhatTheSystemRefusesIsATypedErrorWithoutThePath() async throws {
        let missing = try await error(self.storage("missing/storage"))
        XCTAssertEqual(missing?.code, .unwritable)
        XCTAssertEqual(missing?.systemError, ENOENT)
        let isFolder = try await error(self.storage(""))
        XCTAssertEqual(isFolder?.code, .unreadable)
        XCTAssertEqual(isFolder?.systemError, EISDIR)
        XCTAssertFalse("\(String(describing: missing))".contains("missing"))
    }

    func testAFailedWriteLeavesTheFormerFileAndNothingElse() async throws {
        // A name that is too long once the partial file's ending is added.
        let name = String(repeating: "n", count: 250)
        let long = try await error(self.storage(name))
        XCTAssertEqual(long?.code, .unwritable)
        XCTAssertEqual(try folder.names(), [])
    }

    func testADeviceIsNeitherReadNorReplaced() async throws {
        let error = try await error(.file("/dev/full") { _ in XCTFail("damage") })
        XCTAssertEqual(error?.code, .unreadable)
        XCTAssertEqual(error?.systemError, EINVAL)
        XCTAssertTrue(FileManager.default.fileExists(atPath: "/dev/full"))
    }
}

/// The errors that an app was told of.
private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [Pass.StorageError] = []

    var codes: [Pass.StorageError.Code] { lock.withLock { errors.map(\.code) } }
    func add(_ error: Pass.StorageError) { lock.withLock { errors.append(error) } }
}
