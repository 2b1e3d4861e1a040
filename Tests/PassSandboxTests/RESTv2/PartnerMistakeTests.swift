#if Sandbox
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
}
#endif
