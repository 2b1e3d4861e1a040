#if Sandbox
import WireText
import XCTest

@testable import PassSandbox

/// What apps get wrong about Apple's framework, and what the sandbox says.
final class PartnerMistakeTests: SandboxCase {
    func testAWrongChannelIdentifierGetsNoResponse() async throws {
        try await eachWay { subject in
            let session = try await subject.partnerSession(status: subject.status())
            let request = try XCTUnwrap(session["authenticationRequest", "request"]?.text)
            let question =
                #""isInterruptionAllowed":true,"verificationToken":"\#(request)","#
                + #""attributeNames":["uid"]"#
            for channel in ["REF30", "https://saml.sp.auth.adobe.com/", ""] {
                let answer = try await subject.framework(
                    question + #","channelIdentifier":"\#(channel)""#)
                XCTAssertEqual(answer["error", "code"], 5, channel)
                XCTAssertNil(answer["metadata"], channel)
                XCTAssertEqual(answer.reason, "wrong-channel-identifier", channel)
            }
            let right = try await subject.framework(
                question + #","channelIdentifier":"https://saml.sp.auth.adobe.com""#)
            XCTAssertNotNil(right["metadata", "samlAttributeQueryResponse"], right.text)
        }
    }

    func testAStatusOfAnotherProviderThanTheResponsesIsAMismatch() async throws {
        try await eachWay {
            var other = SandboxConfiguration.MVPD(id: "Other", displayName: "Other")
            other.platform = SandboxConfiguration.PlatformSignOn(mappingID: "Other_apple")
            $0.mvpds.append(other)
        } _: { subject in
            let status = subject.status(provider: "Other_apple")
            let response = Subject.base64(try await subject.samlResponse())
            for value in [response, "unreadable"] {
                let answer = try await subject.partnerProfile(value, status: status)
                XCTAssertEqual(answer.status, 400)
                XCTAssertEqual(answer.code, "invalid_header_pfs_provider_id_mismatch")
                XCTAssertEqual(answer.reason, "providerMismatch")
            }
            let right = try await subject.partnerProfile(response, status: subject.status())
            XCTAssertEqual(right.status, 201, right.text)
        }
    }
}
#endif
