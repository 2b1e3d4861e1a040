import BatchEngine
import Captures
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The check that outputs do not overwrite inputs.
///
/// Inputs are looked up once, so that many outputs are not compared with each of them.
struct OutputCollision {
    private let inputs: [String]
    /// The first input under each name, at each place on the disk, and by its path without links.
    private var names: [FilePath: Int] = [:]
    private var identities: [FileIdentity: Int] = [:]
    private var folders: [FilePath: Int] = [:]

    /// Looks up the files and folders that a command reads.
    init(inputs: [String]) {
        self.inputs = inputs
        for (place, input) in inputs.enumerated() where input != "-" {
            let path = FilePath(input)
            func note<Key>(_ key: Key?, in table: inout [Key: Int]) {
                guard let key, table[key] == nil else { return }
                table[key] = place
            }
            note(path.lexicallyNormalized(), in: &names)
            note(FileIdentity(path), in: &identities)
            note(Self.resolved(path), in: &folders)
        }
    }

    /// Refuses an output that is also an input, under any name, and two outputs that are one file.
    ///
    /// - Parameters:
    ///   - outputs: The files that the command writes; `-` is not one.
    ///   - inputs: The files that it reads.
    /// - Throws: A `CommandFailure`.
    static func refuse(
        outputs: [String], inputs: [String]
    ) throws(CommandFailure) {
        let collision = OutputCollision(inputs: inputs)
        var others = OutputCollision(inputs: [])
        for (place, output) in outputs.enumerated() where output != "-" {
            try collision.refuse(output)
            guard others.place(of: output) == nil else {
                throw CommandFailure(
                    .usage,
                    "\(output): Two outputs of the command are the same file. Pass different "
                        + "names.")
            }
            let path = FilePath(output)
            others.names[path.lexicallyNormalized()] = place
            if let identity = FileIdentity(path) { others.identities[identity] = place }
        }
    }

    /// Refuses an output that is also an input.
    ///
    /// A file in an input folder is an input, unless it looks like results or a report that samlkit wrote: those are
    /// written again, and not read.
    ///
    /// - Parameter output: A file that the command writes.
    /// - Throws: A `CommandFailure`.
    func refuse(_ output: String) throws(CommandFailure) {
        if let place = place(of: output) {
            throw CommandFailure(
                .usage,
                "\(output): The output would overwrite the input \(inputs[place]). Pass another output "
                    + "name.")
        }
        if let place = placeOfFolder(holding: output), !Self.isWritten(output) {
            throw CommandFailure(
                .usage,
                "\(output): The output would overwrite a file of the input folder \(inputs[place]) that "
                    + "samlkit did not write. Pass another output name.")
        }
    }

    /// The place of a file among those that were looked up.
    private func place(of file: String) -> Int? {
        let path = FilePath(file)
        let named = names[path.lexicallyNormalized()]
        // Devices such as /dev/null may be both.
        guard !identities.isEmpty, let identity = FileIdentity(path),
            let same = identities[identity], !ResultLocation(file).isStream
        else { return named }
        return min(named ?? same, same)
    }

    /// The place of the folder that a file is in, at any depth.
    private func placeOfFolder(holding file: String) -> Int? {
        guard var folder = Self.resolved(FilePath(file)) else { return nil }
        var first: Int?
        while folder.removeLastComponent() {
            if let place = folders[folder] { first = min(first ?? place, place) }
        }
        return first
    }

    private static func resolved(_ path: FilePath) -> FilePath? {
        guard let name = unsafe path.withPlatformString({ unsafe realpath($0, nil) }) else {
            return nil
        }
        defer { unsafe free(name) }
        return unsafe FilePath(platformString: name)
    }

    /// Returns whether a file begins as results and pages of samlkit do, or is empty.
    private static func isWritten(_ path: String) -> Bool {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .nonBlocking)
        else { return false }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 512)
        guard
            let count = try? unsafe bytes.withUnsafeMutableBytes({ try unsafe file.read(into: $0) })
        else { return false }
        let start = String(decoding: bytes[..<count], as: UTF8.self)
        return start.isEmpty || start.hasPrefix(#"{"schema":"#) || start.hasPrefix("schema,")
            || start.hasPrefix("SQLite format 3")
            || start.hasPrefix("<!DOCTYPE html>") && start.contains("Content-Security-Policy")
    }
}
