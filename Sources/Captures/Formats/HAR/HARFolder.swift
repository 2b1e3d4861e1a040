internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The folder of a HAR file, in which the files of its bodies may be.
final class HARFolder {
    private let file: FilePath?
    private let limits: DecompressionLimits
    /// The number of bytes that were read of all files, again for each time that one is named.
    private var byteCount = 0
    private var failure: CaptureError?

    /// Creates the folder of a file, as it was named.
    init(of file: String?, limits: DecompressionLimits = .standard) {
        self.file = file.flatMap { $0 == "-" ? nil : FilePath($0) }
        self.limits = limits
    }

    /// Returns the content of a file with a plain name, at most `limit` bytes of it.
    ///
    /// A path, a link, anything that is not a file and the HAR file itself are not followed: a HAR file may come from
    /// anyone. All files together may be as large as what is unpacked of a file of its size.
    func content(of name: String, limit: Int) -> [UInt8]? {
        guard let file, let component = FilePath.Component(name), component.kind == .regular,
            !name.utf8.contains(where: {
                $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") || $0 == 0
            })
        else { return nil }
        let path = file.removingLastComponent().appending(component)
        guard let status = Self.status(of: path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let own = Self.status(of: file, followsLink: true)
        if let own, own.st_ino == status.st_ino, own.st_dev == status.st_dev { return nil }
        do throws(CaptureError) {
            // Known before it is read, so that a file named once too often costs nothing.
            let expected = byteCount + min(limit, Int(status.st_size))
            try limits.check(byteCount: expected, fileByteCount: Int(own?.st_size ?? 0))
        } catch {
            failure = error
            return nil
        }
        guard let blocks = try? FileBlocks(path) else { return nil }
        var bytes: [UInt8] = []
        _ = try? blocks.readToEnd(limit: limit, into: &bytes)
        byteCount += bytes.count
        return Array(bytes.prefix(limit))
    }

    /// Returns why a file was not read since this was last asked, if the limit on all of them is why.
    func takeFailure() -> CaptureError? { failure.take() }

    private static func status(of path: FilePath, followsLink: Bool = false) -> stat? {
        var status = stat()
        let result = unsafe path.withPlatformString {
            followsLink ? unsafe stat($0, &status) : unsafe lstat($0, &status)
        }
        return result == 0 ? status : nil
    }
}
