import SAML2
import TestSupport
import XCTest

/// What failed conditions compared, and what the difference points to.
final class DiscrepancyTests: XCTestCase {
    private func discrepancy(
        of failure: SAML.ConditionsFailure, in fixture: ResponseFixture = ResponseFixture(),
        _ context: SAML.ProcessingContext = .fixture
    ) throws -> SAML.Discrepancy {
        let response = try response(fixture.xml)
        XCTAssertTrue(response.failures(in: context).contains(failure), failure.rawValue)
        return try XCTUnwrap(response.discrepancy(of: failure, in: context))
    }

    private func now(_ seconds: Int64) -> SAML.ProcessingContext {
        .fixture.with(
            \.now, SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow + seconds))
    }

    func testWhatIsEmptyIsCalledEmptyAndAdvisedToNobody() throws {
        func assertSentence(
            _ expected: String, _ failure: SAML.ConditionsFailure,
            _ context: SAML.ProcessingContext = .fixture, line: UInt = #line,
            _ change: (inout ResponseFixture) -> Void
        ) throws {
            var fixture = ResponseFixture()
            change(&fixture)
            let found = try discrepancy(of: failure, in: fixture, context)
            XCTAssertEqual(found.sentence, expected, line: line)
            XCTAssertNil(found.remedy, line: line)
        }
        let audience = try XCTUnwrap(SAML.ProcessingContext.fixture.audience)
        let recipient = try XCTUnwrap(SAML.ProcessingContext.fixture.recipient)
        try assertSentence(
            "The audience is claimed to be empty, expected \(audience).", .audienceMismatch
        ) { $0.assertions[0].audienceRestrictions = [[""]] }
        try assertSentence(
            "The audience is claimed to be \"(empty), a\", expected \(audience).", .audienceMismatch
        ) { $0.assertions[0].audienceRestrictions = [["", "a"]] }
        try assertSentence(
            "An AudienceRestriction has no Audience, so that it admits no receiver, expected \(audience).",
            .audienceMismatch
        ) { $0.assertions[0].audienceRestrictions = [[]] }
        try assertSentence(
            "The Destination of the response is claimed to be empty, expected \(recipient).",
            .recipientMismatch
        ) { $0.destination = "" }
        try assertSentence(
            "The Recipient of the assertion is claimed to be empty, expected \(recipient).",
            .recipientMismatch
        ) { $0.assertions[0].confirmations[0].recipient = " " }
        try assertSentence(
            "InResponseTo is claimed to be empty, expected \(ResponseFixture.request).",
            .inResponseToMismatch
        ) { $0.inResponseTo = "" }
        try assertSentence(
            "InResponseTo is only white space, expected none.", .inResponseToMismatch,
            .fixture.with(\.inResponseTo, nil).with(\.isUnsolicited, true)
        ) { $0.inResponseTo = " " }
        try assertSentence("The version is empty, expected 2.0.", .unsupportedVersion) {
            $0.version = ""
        }
        try assertSentence(
            "The response reports a failure (not verified): the status is (empty), no, expected Success.",
            .statusNotSuccess
        ) { $0.statusCodes = ["", "urn:no:"] }
    }

    func testADestinationIsNotCalledTheRecipient() throws {
        let other = "https://other.example/acs"
        func sentence(
            _ context: SAML.ProcessingContext, _ change: (inout ResponseFixture) -> Void
        ) throws -> String {
            var fixture = ResponseFixture()
            change(&fixture)
            return try discrepancy(of: .recipientMismatch, in: fixture, context).sentence
        }
        XCTAssertTrue(
            try sentence(.fixture) { $0.destination = other }
                .hasPrefix("The Destination of the response is claimed to be \(other)"))
        XCTAssertTrue(
            try sentence(.fixture) { $0.assertions[0].confirmations[0].recipient = other }
                .hasPrefix("The Recipient of the assertion is claimed to be \(other)"))
        let recipient = try XCTUnwrap(SAML.ProcessingContext.fixture.recipient)
        XCTAssertTrue(
            try sentence(.fixture.with(\.recipient, nil)) { $0.destination = other }
                .contains("expected \(recipient) (the Recipient of its assertion)"))
    }

    func testTimesAreQuotedAsTheyStand() throws {
        let end = "2026-01-15T12:00:00.500+02:00"
        var fixture = ResponseFixture()
        fixture.assertions[0].notBefore = "2026-01-15T10:00:00"
        fixture.assertions[0].notOnOrAfter = end
        let found = try discrepancy(of: .expired, in: fixture, now(3600))
        XCTAssertTrue(found.sentence.contains("NotOnOrAfter is \(end), and"), found.sentence)
        XCTAssertEqual(found.found, end)
    }

    func testTheWordsOfTheProviderAreInTheSentenceAndCanBeReplaced() throws {
        var fixture = ResponseFixture()
        fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
        for (detail, words) in [
            (
                "<Cause> no package </Cause>",
                "; StatusDetail (not verified): \u{201C}no package\u{201D}."
            ),
            ("<Cause>a</Cause><Cause>b</Cause>", "."),
        ] {
            let xml = try fixture.xml.changing(
                "</samlp:Status>",
                to:
                    "<samlp:StatusMessage>no such user</samlp:StatusMessage><samlp:StatusDetail>\(detail)"
                    + "</samlp:StatusDetail></samlp:Status>")
            let found = try XCTUnwrap(
                response(xml).discrepancy(of: .statusNotSuccess, in: .fixture))
            XCTAssertTrue(
                found.sentence.hasSuffix(
                    "StatusMessage (not verified): \u{201C}no such user\u{201D}\(words)"),
                found.sentence)
            XCTAssertEqual(words == ".", found.sentence.contains("There is more in a StatusDetail"))
            let replaced = found.quoting { _ in "hmac:0" }.sentence
            XCTAssertTrue(replaced.contains("\u{201C}hmac:0\u{201D}"), replaced)
            for sentence in [replaced, found.quoting(nil).sentence] {
                XCTAssertFalse(sentence.contains("no such user"), sentence)
                XCTAssertFalse(sentence.contains("no package"), sentence)
            }
        }
    }

    func testAnUnknownConditionHasTheNameOfItsTypeAndItsPlace() throws {
        for (attributes, name) in [
            ("", "Condition"),
            (" xsi:type=\"del:DelegationRestrictionType\"", "DelegationRestrictionType"),
        ] {
            var fixture = ResponseFixture()
            fixture.assertions[0].conditionsXML =
                "<saml:Condition xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\(attributes)/>"
            let found = try discrepancy(of: .unknownCondition, in: fixture, .fixture)
            XCTAssertTrue(
                found.sentence.contains("has the condition \(name) at line 1, column "),
                found.sentence)
            XCTAssertEqual(found.found, name)
        }
    }

    func testAStatusDetailIsMentioned() throws {
        var fixture = ResponseFixture()
        fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
        let without = try discrepancy(of: .statusNotSuccess, in: fixture, .fixture)
        XCTAssertFalse(without.sentence.contains("StatusDetail"), without.sentence)
        let xml = fixture.xml.replacing(
            "</samlp:Status>", with: "<samlp:StatusDetail><a/></samlp:StatusDetail></samlp:Status>")
        let found = try SAML.Response(unverified: root(xml))
            .discrepancy(of: .statusNotSuccess, in: .fixture)
        XCTAssertTrue(try XCTUnwrap(found).sentence.hasSuffix(" in a StatusDetail."))
    }

    func testAnEmptyIssuerIsNone() throws {
        var fixture = ResponseFixture()
        fixture.issuer = nil
        for issuer in ["", " \n"] {
            fixture.assertions[0].issuer = issuer
            let response = try response(fixture.xml)
            XCTAssertTrue(
                response.failures(in: .fixture.with(\.issuer, nil)).contains(.missingIssuer))
        }
    }

    func testAMessageThatExpiredTellsHowLongAgoAndTheSkewThatWouldDo() throws {
        let found = try discrepancy(of: .expired, now(600 + 192))
        XCTAssertEqual(found.expected, "after 2026-01-15T12:13:12Z")
        XCTAssertEqual(found.found, "2026-01-15T12:10:00Z")
        XCTAssertEqual(found.cause, .expired)
        XCTAssertTrue(found.sentence.contains("expired 3 min 12 s ago"), found.sentence)
        guard case .clockSkew(let seconds) = found.remedy else { return XCTFail("\(found)") }
        XCTAssertEqual(seconds, 240)
        // The remedy works: nothing is expired then.
        let context = now(600 + 192).with(\.clockSkew, seconds)
        XCTAssertFalse(
            try response(ResponseFixture().xml).failures(in: context).contains(.expired))
    }

    func testTheRemedyOfTheVeryMomentOfTheEndWorks() throws {
        for late: Int64 in [0, 1, 59, 60, 61, 3599] {
            let found = try discrepancy(of: .expired, now(600 + late))
            guard case .clockSkew(let seconds) = found.remedy else { return XCTFail("\(found)") }
            let context = now(600 + late).with(\.clockSkew, seconds)
            XCTAssertFalse(
                try response(ResponseFixture().xml).failures(in: context).contains(.expired),
                "\(late)")
        }
    }

    func testWhatIsOldWasRecorded() throws {
        let found = try discrepancy(of: .expired, now(6 * 86_400))
        XCTAssertTrue(found.sentence.contains("5 days ago"), found.sentence)
        guard case .timeOfReceipt = found.remedy else { return XCTFail("\(found)") }
    }

    func testAMessageFromTheFutureIsAMatterOfClocks() throws {
        var fixture = ResponseFixture()
        fixture.issueInstant = "2026-01-15T12:03:12Z"
        fixture.assertions[0].issueInstant = "2026-01-15T12:03:12Z"
        fixture.assertions[0].notBefore = "2026-01-15T12:03:12Z"
        let found = try discrepancy(of: .notYetValid, in: fixture)
        XCTAssertEqual(found.cause, .clockAhead)
        XCTAssertTrue(found.sentence.contains("3 min 12 s ahead"), found.sentence)
        guard case .clockSkew(240) = found.remedy else { return XCTFail("\(found)") }
        // Who issues now what is valid later has no wrong clock.
        fixture.issueInstant = ResponseFixture.now
        let postdated = try discrepancy(of: .notYetValid, in: fixture)
        XCTAssertEqual(postdated.cause, .postdated)
        guard case .timeOfReceipt = postdated.remedy else { return XCTFail("\(postdated)") }
        XCTAssertTrue(postdated.sentence.contains("no clock is suspect"), postdated.sentence)
    }

    /// The age since the issue tells it; that since the end is of no meaning.
    func testOnlyAnAgeOfWholeHalfHoursLooksLikeATimeZone() throws {
        for (age, isZone): (Int64, Bool) in [
            (18_005, true), (3600, true), (2100, false), (4000, false),
        ] {
            let found = try discrepancy(of: .expired, now(age))
            XCTAssertEqual(found.sentence.contains("Almost a time zone"), isZone, found.sentence)
        }
    }

    func testALateMessageTellsWhatBothClocksShowed() throws {
        let sentence = try discrepancy(of: .expired, now(600 + 192)).sentence
        for time in ["2026-01-15T12:13:12Z", "2026-01-15T12:10:00Z", "the receiver's ahead"] {
            XCTAssertTrue(sentence.contains(time), sentence)
        }
        // Days later it was recorded, and clocks are no matter.
        let old = try discrepancy(of: .expired, now(6 * 86_400)).sentence
        XCTAssertFalse(old.contains("clock"), old)
    }

    func testAnAnswerFromBeforeItsQueryMayHaveEitherClockOrBeOlder() throws {
        let query = try SAML.AttributeQuery(
            unverified: root(
                """
                <samlp:AttributeQuery xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
                xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="\(ResponseFixture.request)" \
                Version="2.0" IssueInstant="2026-01-15T12:12:00Z"><saml:Issuer>\(ResponseFixture.audience)\
                </saml:Issuer><saml:Subject><saml:NameID>subscriber-1</saml:NameID></saml:Subject>\
                </samlp:AttributeQuery>
                """))
        let found = try discrepancy(of: .expired, now(600 + 192).with(\.query, query))
        XCTAssertEqual(found.cause, .clockBehind)
        for words in [
            "12 min before the query (2026-01-15T12:12:00Z)", "the issuer's clock is behind",
            "the one that dated the query is ahead", "the message is older than the query.",
        ] {
            XCTAssertTrue(found.sentence.contains(words), found.sentence)
        }
    }

    func testAnAudienceThatOnlyLooksAlikeIsShownAndNotAdvised() throws {
        for (text, cause, shown) in [
            ("\u{A0}https://sp.example/saml", "audienceWhiteSpace", "\\u{A0}https"),
            ("https://sp.example/saml\u{200B}", "audienceWhiteSpace", "saml\\u{200B}"),
            ("https://sp.ex\u{430}mple/saml", "audienceLookAlike", "U+0430"),
        ] {
            var fixture = ResponseFixture()
            fixture.assertions[0].audienceRestrictions = [[text]]
            let found = try discrepancy(of: .audienceMismatch, in: fixture)
            XCTAssertEqual(found.cause?.rawValue, cause)
            XCTAssertTrue(found.sentence.contains(shown), found.sentence)
            XCTAssertFalse(found.sentence.contains("staging"), found.sentence)
            XCTAssertNil(found.remedy)
        }
    }

    func testSeveralDifferencesOfAnAudienceAreListed() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].audienceRestrictions = [["HTTP://SP.example/saml/"]]
        let found = try discrepancy(of: .audienceMismatch, in: fixture)
        XCTAssertEqual(found.cause?.rawValue, "audienceSeveral")
        XCTAssertTrue(
            found.sentence.contains("letter case, http and https and a trailing slash"),
            found.sentence)
        XCTAssertEqual(found.remedy, .audience("HTTP://SP.example/saml/"))
    }

    func testAudiencesInOneElementAreToldFromAnother() throws {
        let expected = "https://sp.example/saml"
        for separator in [",", ", ", " ", ";", "\n", "|"] {
            var fixture = ResponseFixture()
            fixture.assertions[0].audienceRestrictions = [
                [
                    "https://other.example" + separator + expected
                ]
            ]
            let found = try discrepancy(of: .audienceMismatch, in: fixture)
            XCTAssertEqual(found.cause, .audienceJoined, separator)
            XCTAssertNil(found.remedy, "the joined names are nobody's entity ID")
        }
        var fixture = ResponseFixture()
        fixture.assertions[0].audienceRestrictions = [
            ["https://other.example,https://third.example"]
        ]
        XCTAssertEqual(
            try discrepancy(of: .audienceMismatch, in: fixture).cause?.rawValue, "audienceOther")
    }

    func testWhatEndsBeforeItBeginsIsNeverValid() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].notBefore = "2026-01-15T12:09:00Z"
        fixture.assertions[0].notOnOrAfter = "2026-01-15T12:05:00Z"
        XCTAssertEqual(try discrepancy(of: .notYetValid, in: fixture).cause, .neverValid)
    }

    func testWhatEndsBeforeItIsIssuedIsNoMatterOfClocks() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].confirmations[0].notOnOrAfter = "2026-01-15T11:55:00Z"
        let found = try discrepancy(of: .expired, in: fixture)
        XCTAssertEqual(found.cause, .neverValid)
        XCTAssertNil(found.remedy, "no clock skew makes it valid")
        XCTAssertTrue(found.sentence.contains("before it was issued"), found.sentence)
        XCTAssertFalse(found.sentence.contains("clock"), found.sentence)
    }

    func testNamesAndAddressesShowBothValuesAndTheDifference() throws {
        let audience = try discrepancy(
            of: .audienceMismatch, .fixture.with(\.audience, "https://sp.example/saml/"))
        XCTAssertEqual(audience.expected, "https://sp.example/saml/")
        XCTAssertEqual(audience.found, "https://sp.example/saml")
        XCTAssertEqual(audience.cause?.rawValue, "audienceSlash")
        XCTAssertEqual(audience.remedy, .audience("https://sp.example/saml"))
        XCTAssertTrue(audience.sentence.contains("claimed"), "nobody verified it")

        let recipient = try discrepancy(
            of: .recipientMismatch, .fixture.with(\.recipient, "http://sp.example/acs"))
        XCTAssertEqual(recipient.cause?.rawValue, "recipientScheme")

        let request = try discrepancy(
            of: .inResponseToMismatch, .fixture.with(\.inResponseTo, "request"))
        XCTAssertEqual(request.cause?.rawValue, "requestUnderscore")
        XCTAssertEqual(request.found, "_request")

        let issuer = try discrepancy(
            of: .issuerMismatch, .fixture.with(\.issuer, "https://elsewhere.example"))
        XCTAssertEqual(issuer.cause?.rawValue, "issuerOther")
        XCTAssertEqual(issuer.found, ResponseFixture.issuer)
    }

    func testTheNearestOfSeveralAudiencesIsCompared() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].audienceRestrictions = [
            ["urn:other", "https://sp.example/SAML", "urn:another"]
        ]
        let found = try discrepancy(of: .audienceMismatch, in: fixture)
        XCTAssertEqual(found.found, "https://sp.example/SAML")
        XCTAssertEqual(found.cause?.rawValue, "audienceLetterCase")
    }

    func testLongValuesAreShortenedAndNothingIsSaidOfTheSubject() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].audienceRestrictions = [[String(repeating: "a", count: 100_000)]]
        let found = try discrepancy(of: .audienceMismatch, in: fixture)
        XCTAssertLessThan(found.sentence.utf8.count, 2000)
        XCTAssertLessThan(try XCTUnwrap(found.found).utf8.count, 400)
        XCTAssertFalse("\(found)".contains("aaaa"), "values are for whoever asks for them")
    }

    func testAFailureWithNothingToCompareHasNone() throws {
        var fixture = ResponseFixture()
        fixture.assertions = []
        let response = try response(fixture.xml)
        XCTAssertNil(response.discrepancy(of: .missingAssertion, in: .fixture))
        // Whatever is asked about whatever message, nothing goes wrong.
        for failure in SAML.ConditionsFailure.allCases {
            _ = response.discrepancy(of: failure, in: .fixture)
            _ = response.discrepancy(of: failure, in: .unchecked)
        }
    }

    func testSpansOfTime() {
        let start = SAML.Instant(secondsSinceEpoch: 0)
        let texts: KeyValuePairs<Int64, String> = [
            0: "0 s", 94: "94 s", 192: "3 min 12 s", 3600: "1 h", 19_800: "5 h 30 min",
            172_800: "2 days",
        ]
        for (seconds, text) in texts {
            let span = SAML.ElapsedTime(
                from: start, to: SAML.Instant(secondsSinceEpoch: seconds))
            XCTAssertEqual(span.description, text)
        }
        let whole = SAML.ElapsedTime(
            from: SAML.Instant(secondsSinceEpoch: .min), to: SAML.Instant(secondsSinceEpoch: .max))
        XCTAssertEqual(whole.seconds, .max)
    }
}
