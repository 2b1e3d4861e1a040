import AdobePass
import XCTest

final class ReplayedAccountTests: XCTestCase {
    private let request = PlatformSSO.MetadataRequest.currentSignIn()

    private func document(_ text: String) -> ScriptedSubscriberAccount.Document {
        .answer(Array(text.utf8))
    }

    func testDocumentsArePlayedInOrderAndTheLastOneAgain() async throws {
        let account = try ScriptedSubscriberAccount(replaying: [
            document("{\"accessStatus\":\"denied\"}"),
            document("{\"accessStatus\":\"granted\",\"error\":{\"code\":2}}"),
            document("{\"accessStatus\":\"granted\",\"metadata\":{}}"),
        ])
        var answers: [PlatformSSO.Answer] = []
        for _ in 0..<4 { answers.append(await account.answer(to: request, prompting: false)) }
        XCTAssertEqual(
            answers,
            [
                FlowFixture.access(.denied), FlowFixture.error(.userCancelled),
                FlowFixture.signedOut, FlowFixture.signedOut,
            ])
    }

    func testMetadataWithoutAccessCheckTakesTheNextDocument() async throws {
        let account = try ScriptedSubscriberAccount(replaying: [
            document("{\"accessStatus\":\"granted\",\"error\":{\"code\":2}}"),
            document("{\"accessStatus\":\"granted\",\"metadata\":{}}"),
        ])
        do {
            _ = try await account.metadata(for: request)
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.code, .userCancelled)
        }
        let metadata = try await account.metadata(for: request)
        XCTAssertEqual(metadata, PlatformSSO.AccountMetadata())
    }

    func testABareResponseMeansGrantedAndIsGivenAsItIs() async throws {
        let account = try ScriptedSubscriberAccount(replaying: [
            .response(
                Array("<a>\r\n</a>\n".utf8), provider: "x", expiration: FlowFixture.codeEnd)
        ])
        let answer = await account.answer(to: request, prompting: true)
        XCTAssertEqual(
            answer,
            FlowFixture.signedIn("x", until: FlowFixture.codeEnd, response: "<a>\r\n</a>\n"))
    }

    func testNoDocumentsAndUnreadableOnesAreRefused() {
        XCTAssertThrowsError(try ScriptedSubscriberAccount(replaying: [])) {
            XCTAssertEqual($0 as? PlatformSSO.AnswerDocumentError, .noDocuments)
        }
        XCTAssertThrowsError(try ScriptedSubscriberAccount(replaying: [document("no")])) {
            XCTAssertEqual($0 as? PlatformSSO.AnswerDocumentError, .unreadableDocument)
        }
    }

    func testAnEmptyScriptHasNoAccess() async {
        let account = ScriptedSubscriberAccount([])
        let answer = await account.answer(to: request, prompting: true)
        XCTAssertEqual(answer, FlowFixture.access(.notDetermined))
        let prompts = await account.prompts
        XCTAssertEqual(prompts, [true])
        do {
            _ = try await account.metadata(for: request)
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.code, .accessNotGranted)
        }
    }
}
