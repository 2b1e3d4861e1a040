internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The folder of a HAR file, in which the files of its bodies may be.
struct HARFolder {
    private let folder: FilePath?

    /// Creates the folder of a file, as it was named.
    init(of file: String?) {
        folder = file.flatMap { $0 == "-" ? nil : FilePath($0).removingLastComponent() }
    }

    /// Returns the content of a file with a plain name, at most `limit` bytes of it.
    ///
    /// A path, a link and what is no file are not followed: a HAR file may come from anybody.
    func content(of name: String, limit: Int) -> [UInt8]? {
        guard let folder, let component = FilePath.Component(name), component.kind == .regular,
            !name.utf8.contains(UInt8(ascii: "\\"))
        else { return nil }
        let path = folder.appending(component)
        guard Self.isFile(path), let blocks = try? FileBlocks(path) else { return nil }
        var bytes: [UInt8] = []
        _ = try? blocks.readToEnd(limit: limit, into: &bytes)
        return Array(bytes.prefix(limit))
    }

    private static func isFile(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe lstat($0, &status) } == 0
            && status.st_mode & S_IFMT == S_IFREG
    }
}
