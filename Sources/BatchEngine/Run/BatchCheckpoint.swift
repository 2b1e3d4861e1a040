internal import ProfileProcessing

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The progress of a run, with everything needed to resume it.
package struct BatchCheckpoint<Tally: BatchTally>: Sendable {
    /// Which run it is.
    package var identity: RunIdentity { content.outline.identity }
    /// The progress in the input.
    package var position: InputPosition { content.outline.position }
    /// A Boolean value that indicates whether the run has ended.
    package var isFinished: Bool { content.outline.isFinished }
    /// The results of the run so far.
    package var outcome: BatchOutcome<Tally> {
        BatchOutcome(
            summary: content.summary, signOns: content.signOns.signOns, tally: content.tally,
            input: content.input, isComplete: isFinished, details: nil)
    }
    /// The details for the report so far, if the run makes one.
    package var details: DetailState? { content.details }

    let content: Content
    let seen: SeenResponses

    struct Content: Codable, Sendable {
        let outline: CheckpointOutline
        let summary: BatchSummary
        let signOns: SignOnPairing
        let tally: Tally
        let input: InputCounts
        /// The bytes of results so far.
        let outputByteCount: Int
        /// The IDs of responses, when they matter.
        let seen: Data
        /// The details for the report, if there is one.
        var details: DetailState?

        init(
            outline: CheckpointOutline, summary: BatchSummary,
            signOns: SignOnPairing = SignOnPairing(), tally: Tally, input: InputCounts,
            outputByteCount: Int = 0, seen: Data, details: DetailState? = nil
        ) {
            self.outline = outline
            self.summary = summary
            self.signOns = signOns
            self.tally = tally
            self.input = input
            self.outputByteCount = outputByteCount
            self.seen = seen
            self.details = details
        }

        /// The encoded checkpoint, the same bytes for the same content.
        var bytes: [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return (try? encoder.encode(self)).map { Array($0) } ?? []
        }
    }

    /// Reads the checkpoints of a run.
    ///
    /// - Parameter saved: Every checkpoint that the sink kept, in order; the run resumes after the
    ///   last one. `nil` comes out when there is none, or one that this version does not read.
    package init?(resuming saved: [[UInt8]]) {
        let decoder = JSONDecoder()
        guard let last = saved.last, CheckpointNumbers.arePlausible(in: last),
            let content = try? decoder.decode(Content.self, from: Data(last)),
            content.outline.version == CheckpointOutline.currentVersion
        else { return nil }
        self.content = content
        let earlier = saved.dropLast().compactMap {
            try? decoder.decode(SeenPart.self, from: Data($0)).seen
        }
        seen = SeenResponses(saved: earlier + [content.seen])
    }
}

private struct SeenPart: Decodable {
    let seen: Data
}

/// The part of a checkpoint that does not depend on the tally.
package struct CheckpointOutline: Hashable, Sendable, Codable {
    /// The version of what this release writes; a run is resumed by the version that began it.
    package static let currentVersion = 4

    let version: Int
    /// Which run it is.
    package let identity: RunIdentity
    /// The progress in the input.
    package let position: InputPosition
    /// A Boolean value that indicates whether the run has ended.
    package let isFinished: Bool

    init(identity: RunIdentity, position: InputPosition, isFinished: Bool) {
        version = Self.currentVersion
        self.identity = identity
        self.position = position
        self.isFinished = isFinished
    }

    /// Returns the version of an encoded checkpoint, known or not; `nil` when it is not a
    /// checkpoint.
    package static func version(of bytes: [UInt8]) -> Int? {
        struct Outlined: Decodable {
            struct Outline: Decodable { let version: Int }
            let outline: Outline
        }
        return try? JSONDecoder().decode(Outlined.self, from: Data(bytes)).outline.version
    }

    /// Reads the outline of an encoded checkpoint.
    ///
    /// - Parameter bytes: What a sink kept; the result is `nil` when it is not a checkpoint of this
    ///   version.
    package init?(reading bytes: [UInt8]) {
        struct Outlined: Decodable { let outline: CheckpointOutline }
        guard CheckpointNumbers.arePlausible(in: bytes),
            let value = try? JSONDecoder().decode(Outlined.self, from: Data(bytes)),
            value.outline.version == Self.currentVersion
        else { return nil }
        self = value.outline
    }
}
