/// Sign-in on a second screen.
extension Rule {
    static let secondScreen: [Rule] = [
        Rule(
            .secondScreenCodeValidated, .recommended, .rows(["R3"]), answers: [.sessions],
            when: { $0.has(.authenticate) },
            fold: AtReport(judge: codeValidated)),
        Rule(
            .secondScreenNoInventedDevice, .recommended, .inference, needs: [.authorization],
            answers: [.sessions],
            when: { $0.has(.resume, .readSession, .poll) }, fold: AtReport(judge: noInventedDevice)),
        Rule(
            .secondScreenCodeNotReused, .recommended, .page("REST API V2 FAQs"), needs: [.times],
            answers: [.sessions, .poll],
            when: { $0.has(.resume, .readSession, .authenticate) },
            fold: AtReport(judge: codeNotReused)),
    ]

    @Sendable private static func codeValidated(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes where traffic.isSecondScreen(code) {
            guard let opened = code.uses.first(where: { $0.endpoint == .authenticate }) else {
                continue
            }
            verdict.judged()
            let isChecked = code.uses.contains {
                ($0.endpoint == .readSession || $0.endpoint == .resume) && $0.index < opened.index
            }
            guard !isChecked else { continue }
            verdict.add(
                .likely,
                "code \(code.code) was opened in a browser without a call of sessions/{code} "
                    + "before", [opened], context: [code.creator])
        }
        return verdict
    }

    @Sendable private static func noInventedDevice(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes {
            let own = code.creator.fields.device?.hash
            let calls =
                code.uses.filter { $0.endpoint != .authenticate } + code.pollers.flatMap(\.self)
            for call in calls.sorted(by: { $0.index < $1.index }) {
                guard let app = call.app, let creator = code.creator.app, app != creator else {
                    continue
                }
                verdict.judged()
                guard let device = call.fields.device?.hash, device != own else { continue }
                verdict.add(
                    "another app sends the device \(device) with the code of the device "
                        + (own?.description ?? "without identifier"), [call],
                    context: [code.creator])
            }
        }
        return verdict
    }

    @Sendable private static func codeNotReused(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes {
            let found = code.pollers.flatMap(\.self)
                .filter { $0.isSuccess && $0.profiles?.isEmpty == false }
                .min { $0.index < $1.index }
            let successor = traffic.successor(of: code)
            for (position, call) in code.uses.enumerated() {
                verdict.judged()
                var end: (reason: String, call: AuditedCall)?
                if let found, call.seconds > found.endSeconds + traffic.inFlight {
                    end = ("its profile had been found", found)
                } else if call.seconds > code.end + traffic.codeGrace {
                    end = ("it had expired", code.creator)
                } else if let successor,
                    call.seconds > successor.creator.endSeconds + 2 * traffic.inFlight
                {
                    end = ("the device had a new code", successor.creator)
                }
                guard let end else { continue }
                // A browser loads the page again within its chain of redirects.
                let isReload =
                    call.endpoint == .authenticate
                    && code.uses[..<position].contains {
                        $0.endpoint == .authenticate && call.seconds - $0.seconds <= 60
                    }
                guard !isReload else { continue }
                verdict.add(
                    "code \(code.code) was used after \(end.reason)", [call], context: [end.call])
            }
        }
        return verdict
    }
}
