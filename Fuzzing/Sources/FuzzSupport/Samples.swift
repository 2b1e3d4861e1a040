public import Foundation

/// The samples of the package, read where it was built.
public enum Samples {
    /// The folder with captures, keys and metadata.
    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples")

    /// The bytes of a file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: path)))
    }

    /// The files of a folder whose names end like this, in the order of their names.
    public static func paths(in subfolder: String, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: subfolder).path
        ).filter { $0.hasSuffix(ending) }.sorted().map { "\(subfolder)/\($0)" }
    }
}
