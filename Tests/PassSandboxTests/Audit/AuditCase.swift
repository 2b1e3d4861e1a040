#if Sandbox
import Captures
import Foundation
import PassAudit
import SystemPackage
import WireText
import XCTest

@testable import PassSandbox

/// Audits what a recorded run left.
enum RunAudit {
    static var options: AuditOptions {
        var options = AuditOptions()
        options.ownHosts = ["backend.example.com"]
        options.playback = [WildcardPattern(".m3u8")]
        return options
    }

    /// What recorded a run.
    enum Recorder: String, CaseIterable {
        case browser = "har"
        case mitmproxy = "flows"
        case burp = "xml"

        func capture(of run: RecordedRun) -> [UInt8] {
            switch self {
            case .browser: run.har
            case .mitmproxy: run.flows
            case .burp: run.items
            }
        }
    }

    /// Reads the capture of a run as any other file, and judges it.
    static func of(
        _ run: RecordedRun, by recorder: Recorder = .browser,
        _ options: AuditOptions = RunAudit.options
    ) throws -> Audit {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "audit-\(UUID().uuidString).\(recorder.rawValue)")
        try Data(recorder.capture(of: run)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var reader = ExchangeReader(inputs: [FilePath(file.path)])
        var reading = TrafficReading(options: options)
        while let step = reader.next() {
            switch step {
            case .exchange(let exchange): reading.add(exchange)
            case .unreadable(_, let error): XCTFail("\(error)")
            }
        }
        let audit = Audit(of: Traffic(reading.exchanges, options: options))
        assertGrows(to: audit, reading.exchanges, options)
        return audit
    }

    /// Asserts that traffic which is judged as it comes gives what it gives as a whole.
    private static func assertGrows(
        to whole: Audit, _ exchanges: [AuditedExchange], _ options: AuditOptions
    ) {
        var judging = Judging()
        for count in [exchanges.count / 3, exchanges.count * 2 / 3] {
            _ = judging.audit(of: Traffic(Array(exchanges.prefix(count)), options: options))
        }
        let grown = judging.audit(of: Traffic(exchanges, options: options))
        XCTAssertEqual(grown.json.line, whole.json.line)
    }
}

extension Audit {
    /// The rules with a finding that is no mere note.
    var brokenRules: [String] {
        judgements.filter { $0.findings.contains { $0.severity > .noted } }.map(\.rule.id)
    }

    /// The findings in words, for a test that fails.
    var words: String {
        findings.map { "\($0.rule.id): \($0.summary)" }.joined(separator: "\n")
    }

    func outcome(_ id: String) -> Outcome? { judgements.first { $0.rule.id == id }?.outcome }
}
#endif
