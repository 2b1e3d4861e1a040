import BatchEngine
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The check that outputs can be written, before any work is done for them.
enum OutputCheck {
    /// Refuses an output that is a folder, or whose folder is missing or cannot be written.
    ///
    /// - Parameter names: The files that the command writes, as they were typed; `-` is standard output.
    /// - Throws: A `CommandFailure` that names what was typed.
    static func refuseUnwritable(_ names: [String]) throws(CommandFailure) {
        for name in names {
            let isStream = name == "-" || ResultLocation(name).isPipe
            guard let problem = isStream ? streamProblem(of: name) : problem(of: name) else {
                continue
            }
            let shown = name == "-" ? "standard output" : name
            throw CommandFailure(.outputFailed, "\(shown): \(problem)")
        }
    }

    /// Returns what keeps a stream from being written: a full device refuses even an empty write.
    private static func streamProblem(of name: String) -> String? {
        do {
            if name == "-" {
                try writeNothing(to: .standardOutput)
            } else if isDevice(name) {
                // A pipe is left alone: to its reader this would be the end.
                let device = try FileDescriptor.open(FilePath(name), .writeOnly)
                defer { try? device.close() }
                try writeNothing(to: device)
            }
            return nil
        } catch {
            return "The output could not be written: \(error). Pass another output name."
        }
    }

    private static func writeNothing(to descriptor: FileDescriptor) throws {
        _ = unsafe try descriptor.write(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private static func problem(of name: String) -> String? {
        if name.isEmpty { return "The name of the output is empty. Pass the name of a file." }
        if isFolder(name) {
            return "The output is a folder. Expected the name of a file, such as "
                + "\(FilePath(name).appending("results.ndjson"))."
        }
        let parent = FilePath(name).removingLastComponent()
        let folder = parent.isEmpty ? "." : parent.string
        guard unsafe access(folder, F_OK) == 0 else {
            return errno == ENOENT
                ? "The folder \(folder) does not exist. Make it first: mkdir -p \(folder)"
                : "The folder \(folder) cannot be reached: \(Errno(rawValue: errno))."
        }
        guard isFolder(folder) else {
            return "\(folder) is a file, and no folder that an output could be in."
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            return
                "The folder \(folder) cannot be written: \(Errno(rawValue: errno)). Pass another "
                + "output name, or change its permissions."
        }
        return creationProblem(of: name)
    }

    /// Returns what keeps a file from being made beside the output, as it is while it is written; some folders only
    /// look writable.
    private static func creationProblem(of name: String) -> String? {
        let trial = FilePath("\(name).\(getpid())")
        do {
            let file = try FileDescriptor.open(
                trial, .writeOnly, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite)
            defer { unsafe unlink(trial.string) }
            // A file system that is full still makes files without anything in them.
            try file.closeAfter { _ = try file.writeAll("samlkit".utf8) }
            return nil
        } catch Errno.fileExists {
            return nil
        } catch {
            return "No file can be made there: \(error). Pass another output name."
        }
    }

    private static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }
    private static func isDevice(_ path: String) -> Bool { kind(of: path) == S_IFCHR }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
