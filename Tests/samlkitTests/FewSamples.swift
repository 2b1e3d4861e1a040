import Foundation
import TestSupport
import XCTest

/// A few of the sample captures with every kind of message in them, where the thousand lines of subscribers would only
/// repeat the same work.
///
/// They are every file that `expected.tsv` lists, and of the lines of subscribers the first of each kind, outcome and
/// reason. A row of another kind in either table joins them without a change here.
enum FewSamples {
    /// What must become of them, files before lines.
    static let outcomes: Result<[SampleOutcome], any Error> = Result {
        var seen: Set<[String]> = []
        let lines = try SampleOutcome.subscriberLines().filter { line in
            seen.insert([line.kind, line.unchecked, line.checked, line.reason]).inserted
        }
        return try SampleOutcome.files().filter { $0.path != SampleOutcome.subscribers } + lines
    }

    /// The folder of the captures, which tests only read.
    ///
    /// Its name is one that a shell would take apart.
    static let folder: Result<ScratchFolder, any Error> = Result {
        let folder = try ScratchFolder()
        let lines = try Repository.sample(SampleOutcome.subscribers).split(
            separator: UInt8(ascii: "\n"))
        var chosen: [UInt8] = []
        for outcome in try outcomes.get() {
            if let line = outcome.line {
                chosen += lines[line - 1] + [UInt8(ascii: "\n")]
            } else {
                try folder.write(
                    try Repository.sample(outcome.path), to: "it's few/\(outcome.path)")
            }
        }
        try folder.write(chosen, to: "it's few/\(SampleOutcome.subscribers)")
        atexit { try? FewSamples.folder.get().removeAll() }
        return folder
    }

    /// The path of the folder.
    static func path() throws -> String { try folder.get().path("it's few/captures") }

    /// The number of messages that are judged.
    static func judgedCount() throws -> Int {
        try outcomes.get().count { $0.kind != "attributeQuery" }
    }
}
