public import Foundation

/// Where the files of this package are.
public enum Repository {
    /// The folder that holds `Package.swift`.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sample captures, keys and metadata.
    public static let samples = root.appending(path: "Samples")

    /// The answers to the cookbook's snippet that were recorded from Foundation.
    public static let recordedAnswers = root.appending(path: "Tests/RecordedAnswers")

    /// The bytes of a file below ``samples``.
    public static func sample(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: samples.appending(path: path)))
    }
}
