internal import SAML2
package import WireText

/// A step of a sign-on for people: a call, or a message in one.
package struct SignOnStep: Sendable {
    /// The time since the first step, such as `+1.865 s`; `nil` where it is not known.
    package let after: String?
    /// The place in the file, such as `#6`.
    package let place: String
    package let text: String
    /// The message, unless the step is a call.
    package let message: SignOnMessage?
}

extension SignOn {
    /// What happened, in the order of the capture.
    package var steps: [SignOnStep] {
        let messages = [request] + responses
        let begin = request.time ?? calls.listed.first?.time
        func after(_ time: Int64?) -> String? {
            guard let begin, let time else { return nil }
            return "\(time < begin ? "-" : "+")\(Self.text(milliseconds: abs(time - begin)))"
        }
        // In a list of calls the file is clear.
        func place(of message: SignOnMessage) -> String {
            guard calls.count > 0, message.file == request.file, let place = message.place else {
                return message.placeName
            }
            return "#\(place)"
        }
        func step(_ message: SignOnMessage) -> SignOnStep {
            SignOnStep(
                after: after(message.time), place: place(of: message), text: message.words,
                message: message)
        }
        var steps: [SignOnStep] = []
        var told = 0
        for call in calls.listed {
            let status = call.status.map(String.init) ?? "no answer"
            steps.append(
                SignOnStep(
                    after: after(call.time), place: "#\(call.place)",
                    text: "\(call.method) \(call.host)\(call.path) \(status)", message: nil))
            while told < messages.count, messages[told].file == request.file,
                messages[told].place == call.place
            {
                steps.append(step(messages[told]))
                told += 1
            }
            if let response, told > 1, call.place == response.lastPlace,
                call.place != response.place
            {
                steps.append(
                    SignOnStep(
                        after: nil, place: "", text: "the response, passed on", message: response))
            }
        }
        let hidden = calls.count - calls.listed.count
        if hidden > 0 {
            steps.append(
                SignOnStep(
                    after: nil, place: "", text: "and \(hidden.counted("call")) more", message: nil)
            )
        }
        return steps + messages.dropFirst(told).map(step)
    }

    /// What became of it, in words: `accepted after 1.865 s`.
    package var outcomeWords: String {
        guard let response else { return "without an answer" }
        let word =
            switch outcome {
            case .unverified: "answered, not verified"
            case .answered: "answered"
            default: outcome.rawValue
            }
        let verdict = word + (response.reason.map { " (\($0))" } ?? "")
        guard let (milliseconds, isCaptured) = duration, milliseconds >= 0 else { return verdict }
        return verdict
            + (isCaptured
                ? " after \(Self.text(milliseconds: milliseconds))"
                : ", issued \(Self.text(milliseconds: milliseconds)) after the request")
    }

    /// The sentences about it, beside its steps.
    package var remarks: [String] {
        var remarks = differences.map(\.sentence)
        if let first = response, responseCount > 1 {
            let isSame =
                first.claims.id != nil && responses.count == responseCount
                && responses.allSatisfy { $0.claims.id == first.claims.id }
            remarks.append(
                isSame
                    ? "There are \(responseCount) responses with one ID: it was replayed or captured again, or one is a changed copy."
                    : "There are \(responseCount) responses to this request; a request has one.")
        }
        if response == nil {
            remarks.append(
                unreadable.map {
                    "No response to it could be read. The message after it (\($0.placeName)) is unreadable, and may be it."
                } ?? "No response to it was found.")
        }
        return remarks
    }

    /// A span of time.
    package static func text(milliseconds: Int64) -> String {
        func digits(_ number: Int64) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, 3 - text.count)) + text
        }
        return switch milliseconds {
        case ..<60_000: "\(milliseconds / 1000).\(digits(milliseconds % 1000)) s"
        case ..<7_200_000: "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
        case ..<172_800_000: Int(milliseconds / 3_600_000).counted("hour")
        default: Int(milliseconds / 86_400_000).counted("day")
        }
    }
}

extension SignOnMessage {
    /// The place for people, such as `app.har #6`.
    package var placeName: String {
        let name =
            file == "-"
            ? "standard input" : file?.split(separator: "/").last.map(String.init) ?? ""
        if let entry { return "\(name) #\(entry)" }
        return line.map { "\(name) line \($0)" } ?? name
    }

    /// The message in words, with its outcome if it has one.
    package var words: String {
        let noun = kind?.noun ?? "unreadable message"
        let issuer = claims.issuer.map { " of \($0)" } ?? ""
        guard outcome != .notJudged else { return noun + issuer }
        return "\(noun)\(issuer): \(outcome.rawValue)" + (reason.map { ", \($0)" } ?? "")
            + (cause.map { ", likely cause \($0)" } ?? "")
    }

    /// What is wrong with the message, as the page of its cause or its reason begins; `nil` if nothing is.
    package var problem: String? { (cause ?? reason).flatMap { ReasonPage.page(of: $0)?.sentence } }

    fileprivate var json: JSONValue {
        .object([
            ("index", isChosen ? .integer(index) : .null),
            ("kind", .string(orNull: kind?.rawValue)),
            ("outcome", .string(outcome.rawValue)), ("reason", .string(orNull: reason)),
            ("likelyCause", .string(orNull: cause)), ("id", .string(orNull: claims.id)),
            ("issuer", .string(orNull: claims.issuer)),
            ("file", .string(orNull: file)), ("entry", entry.map { .integer($0) } ?? .null),
            ("line", line.map { .integer($0) } ?? .null), ("host", .string(orNull: host)),
        ])
    }
}

extension SignOns {
    /// How many there are and what became of them, in one line, and what else is to be said.
    package func lines(isVerified: Bool) -> [String] {
        guard !isEmpty else { return [] }
        let passed =
            isVerified
            ? "\(count(.accepted).grouped) answered and accepted"
            : "\(count(.unverified).grouped) answered and not verified"
        var lines = [
            "\(count.counted("sign-on")): \(passed), \(count(.rejected).grouped) rejected, "
                + "\(count(.unanswered).grouped) without an answer"
        ]
        if logoutCount > 0 {
            lines.append(
                "\(logoutCount.counted("logout")), \(unansweredLogoutCount.grouped) without an answer"
            )
        }
        if repeatedCount > 0 {
            lines.append("\(repeatedCount.counted("request")) with more than one response")
        }
        if differentCount > 0 {
            lines.append(
                "\(differentCount.counted("response")) other than the request asks for")
        }
        if withoutRequestCount > 0 {
            lines.append(
                "\(withoutRequestCount.counted("response")) whose request was not found")
        }
        if endlessCount > 0 {
            lines.append(
                "\(endlessCount.counted("request")) without an answer among the next "
                    + "\(SignOnPairing.openLimit.grouped) requests, where it was looked for")
        }
        return lines
    }

    /// The sign-ons for programs.
    package var json: JSONValue {
        .object([
            ("count", .integer(count)),
            ("accepted", .integer(count(.accepted))), ("unverified", .integer(count(.unverified))),
            ("rejected", .integer(count(.rejected))),
            ("unanswered", .integer(count(.unanswered))),
            ("logouts", .integer(logoutCount)),
            ("logoutsUnanswered", .integer(unansweredLogoutCount)),
            ("answeredRepeatedly", .integer(repeatedCount)),
            ("different", .integer(differentCount)),
            ("responsesWithoutRequest", .integer(withoutRequestCount)),
            ("notLookedFurther", .integer(endlessCount)), ("notListed", .integer(hiddenCount)),
            ("list", .array(shown.map(\.json))),
        ])
    }
}

extension SignOn {
    fileprivate var json: JSONValue {
        .object([
            ("outcome", .string(outcome.rawValue)), ("request", request.json),
            ("responses", .array(responses.map(\.json))),
            ("responseCount", .integer(responseCount)),
            ("milliseconds", duration.map { .integer(Int($0.milliseconds)) } ?? .null),
            (
                "calls",
                .array(
                    calls.listed.map { call in
                        .object([
                            ("place", .integer(call.place)), ("method", .string(call.method)),
                            ("host", .string(call.host)), ("path", .string(call.path)),
                            ("status", call.status.map { .integer($0) } ?? .null),
                        ])
                    })
            ), ("callCount", .integer(calls.count)),
            (
                "differences",
                .array(
                    differences.map {
                        .object([("code", .string($0.code)), ("message", .string($0.sentence))])
                    })
            ),
        ])
    }
}
