package import Captures
package import ProfileProcessing

/// The making and keeping of the details that a report shows.
package struct DetailSpooling: Sendable {
    /// Makes the details of a message: one line of text.
    package typealias Maker =
        @Sendable (
            ProfileRecord, CapturedRecord, ProfileProcessor.Explanations?
        ) -> [UInt8]

    let make: Maker
    var spool: DetailSpool

    /// Creates it.
    package init(into spool: DetailSpool, _ make: @escaping Maker) {
        self.make = make
        self.spool = spool
    }
}

/// The details of a message that may be selected.
struct MadeDetail: Sendable {
    let candidate: DetailSelection.Candidate
    let line: [UInt8]
}

/// The details of a run so far.
package struct DetailState: Codable, Hashable, Sendable {
    /// The messages that were selected.
    package var selection = DetailSelection()
    /// The bytes of the spool that count.
    package var length = 0

    /// Nothing yet.
    package init() {}
}

/// The details that a run kept for its report.
package struct SpooledDetails: Sendable {
    private let spool: DetailSpool
    private let selection: DetailSelection

    /// Creates it from what a run left.
    package init(_ spool: DetailSpool, _ selection: DetailSelection) {
        self.spool = spool
        self.selection = selection
    }

    /// Reads the details of every message that is selected after all, in input order.
    ///
    /// - Parameter body: Called with the details.
    /// - Throws: What `body` throws, or the error of the system.
    package func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        try spool.forEachLine { line in
            // An accepted message begins with its index, so that the sample can be thinned out at the end.
            guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return }
            let index = Int(String(decoding: line[..<space], as: UTF8.self))
            if let index, !selection.isInSample(index) { return }
            try body(line[(space + 1)...])
        }
    }
}

extension MadeDetail {
    /// The line as the spool has it: the index of an accepted message, or a hyphen, before the details.
    var spoolLine: [UInt8] {
        Array((candidate.outcome.hasNothingWrong ? "\(candidate.index) " : "- ").utf8) + line
    }
}
