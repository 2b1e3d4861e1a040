import AdobePass
import BatchEngine
import SystemPackage

/// Keeps what an app keeps between two runs: client credentials, access token, device identifier.
///
/// Each line is a name, a colon and a value. The file belongs to one registration: values from
/// another software statement or server are replaced. Only its owner can read and write it.
actor CredentialsFile: Pass.Storage {
    private let path: FilePath
    private var values: [String: String] = [:]
    private static let names: Set = [
        "client", "device", "registration", "secret", "statement", "token", "tokenEnds",
    ]

    /// The content of the file, if it exists.
    init(_ path: String) throws(CommandFailure) {
        self.path = FilePath(path)
        do {
            let descriptor = try FileDescriptor.open(self.path, .readOnly)
            let bytes = try descriptor.closeAfter { try Self.contents(of: descriptor) }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":"),
                    Self.names.contains(String(line[..<colon]))
                else { throw Errno.invalidArgument }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                values[String(line[..<colon])] = String(value)
            }
        } catch Errno.noSuchFileOrDirectory {
            return
        } catch Errno.invalidArgument {
            // Any other file would be overwritten.
            throw CommandFailure(
                .usage,
                "\(path) is not a credentials file. Pass the name of a new file to --credentials.")
        } catch {
            throw CommandFailure(.noInput, "\(path): The credentials could not be read.")
        }
    }

    private static func contents(of descriptor: FileDescriptor) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try unsafe bytes.withUnsafeMutableBytes {
            try unsafe descriptor.read(into: $0)
        }
        guard count < bytes.count else { throw Errno.fileTooLarge }
        return Array(bytes[..<count])
    }

    /// Returns the device identifier, and creates it the first time.
    func deviceIdentifier(orNew make: () -> String) throws -> String {
        if let identifier = values["device"] { return identifier }
        let identifier = make()
        values["device"] = identifier
        try write()
        return identifier
    }

    func credentials(for key: Pass.StorageKey) -> DCR.ClientCredentials? {
        guard belongs(to: key), let name = values["client"], let secret = values["secret"] else {
            return nil
        }
        return DCR.ClientCredentials(clientID: name, clientSecret: secret)
    }

    func store(_ credentials: DCR.ClientCredentials?, for key: Pass.StorageKey) throws {
        claim(for: key)
        values["client"] = credentials?.clientID
        values["secret"] = credentials?.clientSecret
        try write()
    }

    func accessToken(for key: Pass.StorageKey) -> DCR.AccessToken? {
        guard belongs(to: key), let token = values["token"],
            let end = values["tokenEnds"].flatMap({ Int64($0) })
        else { return nil }
        return DCR.AccessToken(token: token, expiresAt: Pass.Timestamp(milliseconds: end))
    }

    func store(_ token: DCR.AccessToken?, for key: Pass.StorageKey) throws {
        claim(for: key)
        values["token"] = token?.token
        values["tokenEnds"] = token.map { String($0.expiresAt.milliseconds) }
        try write()
    }

    private func belongs(to key: Pass.StorageKey) -> Bool {
        values["registration"] == key.registration.text
            && values["statement"] == key.softwareStatement
    }

    private func claim(for key: Pass.StorageKey) {
        guard !belongs(to: key) else { return }
        values = values.filter { $0.key == "device" }
        values["registration"] = key.registration.text
        values["statement"] = key.softwareStatement
    }

    private func write() throws {
        // A server that answers with a line break must not write lines of its own, nor join two
        // with a carriage return at the end of a value.
        let breaks = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard !values.values.contains(where: { $0.utf8.contains(where: breaks.contains) }) else {
            throw Errno.invalidArgument
        }
        let lines = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }
        // An existing file may be readable by others, so a new file replaces it.
        let partial = FilePath(path.string + ".partial")
        FileOperations.remove(partial)
        let descriptor = try FileDescriptor.open(
            partial, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        try descriptor.closeAfter {
            _ = try descriptor.writeAll(lines.joined().utf8)
        }
        try FileOperations.rename(partial, to: path)
    }
}
