extension SAML {
    /// The time from `NotBefore` to `NotOnOrAfter`.
    struct ValidityWindow {
        let start: Instant?
        let end: Instant?

        init(_ start: Instant?, _ end: Instant?) {
            self.start = start
            self.end = end
        }

        /// The fault of a window that ends before it begins; `nil` for any other.
        var neverValid: Discrepancy? {
            guard let start, let end, end <= start else { return nil }
            return Discrepancy(
                "The message is never valid: NotOnOrAfter \(end.asWritten) is not after NotBefore \(start.asWritten).",
                expected: "after \(start.asWritten)", found: "\(end.asWritten)", cause: .neverValid)
        }

        /// Returns what is wrong with a window that ended before its message was issued; `nil` for any other.
        func neverValid(issued: Instant?) -> Discrepancy? {
            // Neither a delay nor another clock explains times of one clock.
            guard let issued, let end, end <= issued else { return neverValid }
            return Discrepancy(
                "The message expired before it was issued: NotOnOrAfter is \(end.asWritten), and it was issued at "
                    + "\(issued.asWritten), \(ElapsedTime(from: end, to: issued)) later.",
                expected: "after \(issued.asWritten)", found: "\(end.asWritten)", cause: .neverValid
            )
        }
    }
}

extension SAML.Discrepancy {
    /// The largest time that an option for clocks should grant; what is older was recorded.
    private static let largestSkew: Int64 = 3600

    /// Something has ended.
    ///
    /// - Parameters:
    ///   - end: Its end.
    ///   - name: What the message calls it.
    ///   - event: What has happened, such as "The message expired".
    ///   - now: The time of receipt.
    ///   - issued: The time of issue.
    ///   - asked: The time at which the question was issued that the message answers.
    ///   - verb: What happened at the time: it was received, or issued where each is judged at its own.
    init(
        ended end: SAML.Instant, _ name: String, _ event: String, at now: SAML.Instant,
        issued: SAML.Instant?, asked: SAML.Instant?, verb: String = "received"
    ) {
        let late = SAML.ElapsedTime(from: end, to: now)
        var sentence =
            "\(event) \(late) ago: \(name) is \(end.asWritten), and it was \(verb) at \(now)."
        var cause = SAML.FailureCause.expired
        if let issued, let asked, issued < asked {
            let behind = SAML.ElapsedTime(from: issued, to: asked)
            cause = .clockBehind
            sentence +=
                " It was issued at \(issued.asWritten), \(behind) before the query (\(asked.asWritten)): "
                + "the issuer's clock is behind by at least that much, or the one that dated the query is ahead, "
                + "or the message is older than the query."
        } else {
            if let issued, issued < now, late.seconds <= Self.largestSkew {
                sentence +=
                    " The issuer's clock showed \(issued.asWritten) when it was issued, the receiver's \(now) when "
                    + "it came: if it was not delayed, the issuer's is behind or the receiver's ahead, and "
                    + "one message does not tell which."
            }
            if let issued, SAML.ElapsedTime(from: issued, to: now).isLikeTimeZone {
                sentence += " Almost a time zone: does one of the clocks show local time?"
            }
        }
        // The moment of the end itself is too late.
        let remedy: SAML.Remedy =
            late.seconds <= Self.largestSkew
            ? .clockSkew(seconds: late.skewToGrant) : .timeOfReceipt(notBefore: issued ?? end)
        self.init(
            sentence, expected: "after \(now)", found: "\(end.asWritten)", cause: cause,
            remedy: remedy)
    }

    /// The validity has not begun.
    ///
    /// - Parameters:
    ///   - start: Its beginning: `NotBefore`, or the time of issue.
    ///   - now: The time of receipt.
    ///   - issued: The time of issue.
    ///   - verb: What happened at the time.
    init(
        beginning start: SAML.Instant, at now: SAML.Instant, issued: SAML.Instant?,
        verb: String = "received"
    ) {
        let early = SAML.ElapsedTime(from: now, to: start)
        let name = start == issued ? "IssueInstant" : "NotBefore"
        var sentence =
            "The message is not valid for another \(early): \(name) is \(start.asWritten), and it was "
            + "\(verb) at \(now)."
        var cause: SAML.FailureCause?
        if let issued, issued > now {
            let ahead = SAML.ElapsedTime(from: now, to: issued)
            cause = .clockAhead
            sentence +=
                " It was issued in the future: the issuer's clock showed \(issued.asWritten) and is at least "
                + "\(ahead) ahead of the receiver's, or that is behind; one message does not tell which."
            if ahead.isLikeTimeZone {
                sentence += " Almost a time zone: does one of them show local time?"
            }
        } else if let issued, issued < start {
            cause = .postdated
            sentence +=
                " The issuer's clock showed \(issued.asWritten) when it was issued, "
                + "\(SAML.ElapsedTime(from: issued, to: start)) before NotBefore: no clock is suspect, the "
                + "issuer dates its messages ahead."
        }
        let remedy: SAML.Remedy =
            early.seconds <= Self.largestSkew && cause != .postdated
            ? .clockSkew(seconds: (early.seconds + 59) / 60 * 60)
            : .timeOfReceipt(notBefore: start)
        self.init(
            sentence, expected: "not after \(now)", found: "\(start.asWritten)", cause: cause,
            remedy: remedy)
    }

    /// The subject signs in long after the message was received.
    ///
    /// - Parameters:
    ///   - authnInstant: The time of the sign-in.
    ///   - now: The time of receipt.
    ///   - verb: What happened at the time.
    init(signedInAt authnInstant: SAML.Instant, at now: SAML.Instant, verb: String) {
        let early = SAML.ElapsedTime(from: now, to: authnInstant)
        // At a later time other parts of the message would have expired.
        self.init(
            "The sign-in lies \(early) in the future, expected 30 days at most: AuthnInstant is \(authnInstant.asWritten), "
                + "and the message was \(verb) at \(now).",
            expected: "at most 30 days after \(now)", found: "\(authnInstant.asWritten)")
    }
}
