import Captures
import Foundation
import SAMLBindings
import SystemPackage
import XCTest

/// A folder that is removed after the test.
struct TemporaryFolder {
    let url: URL

    var path: FilePath { FilePath(url.path) }

    func path(_ name: String) -> FilePath { FilePath(url.appending(path: name).path) }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file and creates the folders it is in.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func createFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            at: url.appending(path: name), withIntermediateDirectories: true)
    }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: url.appending(path: name).path, withDestinationPath: destination)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: url.appending(path: name))
    }
}

extension XCTestCase {
    /// An empty folder that lasts as long as the test.
    func temporaryFolder() throws -> TemporaryFolder {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "CapturesTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        return TemporaryFolder(url: url)
    }
}

/// What became of one entry.
struct ReadEntry: Equatable {
    var index: Int
    /// The file, relative to the folder when it is in it.
    var file: String?
    var line: Int?
    var message: String?
    var error: CaptureError?

    init(_ record: CapturedRecord, in folder: TemporaryFolder) {
        index = record.index
        let name = record.source.file
        let prefix = folder.url.path + "/"
        file = name.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
        line = record.source.line
        do throws(CaptureError) {
            message = String(decoding: try record.message().bytes, as: UTF8.self)
        } catch {
            self.error = error
        }
    }
}

extension TemporaryFolder {
    /// All entries of the inputs, by default of the folder itself.
    func read(
        _ names: [String] = [""], options: CaptureReader.Options = .init()
    ) -> [ReadEntry] {
        var reader = CaptureReader(
            inputs: names.map { $0.isEmpty ? path : path($0) }, options: options)
        var entries: [ReadEntry] = []
        while let record = reader.next() { entries.append(ReadEntry(record, in: self)) }
        XCTAssertEqual(entries.map(\.index), Array(entries.indices))
        return entries
    }

    /// The entries of one file with this content.
    func read(
        file name: String = "capture", content: String, format: CaptureFormat? = nil,
        field: String? = nil, limit: Int = 32 << 20
    ) throws -> [ReadEntry] {
        try write(content, to: name)
        return read(
            [name], options: .init(format: format, field: field, entryByteCount: limit))
    }
}
