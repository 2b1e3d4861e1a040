package import ProfileProcessing
internal import WireText

/// The SAML requests in traffic with what answered them, and the calls that belong to each.
package struct AuditedSignOns: Sendable {
    package let signOns: SignOns
    private let spans: SignOnSpans

    /// None, where the traffic was not looked through for messages.
    package static let none = AuditedSignOns(SignOns(), in: [])

    init(_ signOns: SignOns, in exchanges: [AuditedExchange]) {
        var signOns = signOns
        spans = SignOnSpans(of: signOns)
        if !spans.isEmpty {
            for exchange in exchanges {
                guard let place = exchange.entry ?? exchange.line else { continue }
                for number in spans.numbers(in: exchange.file, at: place) {
                    signOns.shown[number].calls.add(exchange.call(at: place))
                }
            }
        }
        self.signOns = signOns
    }

    /// Returns the numbers, from 1, of the sign-ons that the exchanges of a finding are part of.
    package func numbers(of finding: Finding) -> [Int] {
        guard !spans.isEmpty else { return [] }
        let numbers = (finding.faults + finding.context).flatMap { exchange -> [Int] in
            (exchange.entry ?? exchange.line).map { spans.numbers(in: exchange.file, at: $0) } ?? []
        }
        return Set(numbers).sorted().map { $0 + 1 }
    }

    /// The sign-ons that a finding is part of, in words; `nil` for none.
    package func words(of finding: Finding) -> String? {
        let numbers = numbers(of: finding)
        guard let first = numbers.first else { return nil }
        let total = "of \(signOns.shown.count.grouped)"
        if numbers.count == 1 { return "in sign-on \(first) \(total)" }
        return "in sign-ons \(numbers.prefix(Self.most).map(String.init).joined(separator: ", "))"
            + (numbers.count > Self.most ? " and others " : " ") + total
    }

    private static let most = 5
}

extension AuditedExchange {
    /// The call without secrets: paths are those of reports, which begin with the host at other places than Adobe's.
    fileprivate func call(at place: Int) -> SignOnCalls.Call {
        SignOnCalls.Call(
            place: place, time: start.map { $0 / 1000 }, method: method, host: host,
            path: path.hasPrefix(host) ? String(path.dropFirst(host.count)) : path,
            status: status == 0 ? nil : status)
    }
}
