public import Foundation

/// A folder for the files of one test, which the test removes.
public struct ScratchFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Creates an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "swift-saml-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of the folder.
    public var path: String { url.path }

    /// The path of something in the folder.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file, creating the folders it is in, and gives its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: url.appending(path: name)))
    }

    /// Whether there is something under this name.
    public func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    /// The names of what is in the folder, sorted.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Removes a file.
    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: url.appending(path: name))
    }

    /// Removes the folder and everything in it.
    public func removeAll() {
        try? FileManager.default.removeItem(at: url)
    }
}
