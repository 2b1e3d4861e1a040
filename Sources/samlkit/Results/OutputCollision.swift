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
enum OutputCollision {
    /// Refuses an output that is also an input, under any name, and two outputs that are one file.
    ///
    /// A file in an input folder is an input, unless it looks like results or a report that samlkit wrote: those are
    /// written again, and not read.
    ///
    /// - Parameters:
    ///   - outputs: The files that the command writes; `-` is not one.
    ///   - inputs: The files that it reads.
    /// - Throws: A `CommandFailure`.
    static func refuse(
        outputs: [String], inputs: [String]
    ) throws(CommandFailure) {
        for (place, output) in outputs.enumerated() where output != "-" {
            if let input = inputs.first(where: { isSame($0, output) }) {
                throw CommandFailure(
                    .usage,
                    "\(output): The output would overwrite the input \(input). Pass another output "
                        + "name.")
            }
            if let folder = inputs.first(where: { holds($0, output) }), !isWritten(output) {
                throw CommandFailure(
                    .usage,
                    "\(output): The output would overwrite a file of the input folder \(folder) that "
                        + "samlkit did not write. Pass another output name.")
            }
            guard !outputs[..<place].contains(where: { isSame($0, output) }) else {
                throw CommandFailure(
                    .usage,
                    "\(output): Two outputs of the command are the same file. Pass different "
                        + "names.")
            }
        }
    }

    /// Returns whether a file is in a folder, at any depth.
    private static func holds(_ folder: String, _ file: String) -> Bool {
        guard folder != "-", let folder = resolved(folder), let file = resolved(file) else {
            return false
        }
        return file != folder && file.starts(with: folder)
    }

    private static func resolved(_ path: String) -> FilePath? {
        guard let name = unsafe realpath(path, nil) else { return nil }
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

    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (first, second) = (FilePath(one), FilePath(other))
        if first.lexicallyNormalized() == second.lexicallyNormalized() { return one != "-" }
        // Devices such as /dev/null may be both.
        guard let identity = FileIdentity(first), !ResultLocation(other).isStream else {
            return false
        }
        return identity == FileIdentity(second)
    }
}
