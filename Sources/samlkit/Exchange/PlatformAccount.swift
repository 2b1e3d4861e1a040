import AdobePass
import AdobePassHTTP
import ArgumentParser
import Captures
import SystemPackage

/// The stand-in for the system's TV provider account.
enum PlatformAccount: ExpressibleByArgument {
    /// The sandbox, which plays the framework and lets its MVPD answer.
    case sandbox
    /// Captured answers, one file per query.
    case replay(folder: String)

    init?(argument: String) {
        if argument == "sandbox" {
            self = .sandbox
        } else if argument.hasPrefix("replay:"), argument.count > 7 {
            self = .replay(folder: String(argument.dropFirst(7)))
        } else {
            return nil
        }
    }

    /// The largest number of files in and below a folder with captured answers.
    private static let mostFiles = 10_000

    /// Returns the names of the captured answers in a folder, in order, without those of folders in it.
    private static func names(in folder: String) throws(CommandFailure) -> [String] {
        let path = FilePath(folder)
        var walk = InputWalk(inputs: [path])
        var names: [String] = []
        var count = 0
        while let step = walk.next() {
            count += 1
            guard count <= mostFiles else {
                throw CommandFailure(
                    .usage,
                    "\(folder) holds more than \(mostFiles) files. Pass a folder with the captured "
                        + "answers of one sign-on.")
            }
            switch step {
            case .file(let file):
                guard ["json", "xml"].contains(file.extension),
                    file == path || file.removingLastComponent() == path
                else { continue }
                names.append(file.string)
            case .unreadable(let file, let error):
                throw CommandFailure(.noInput, "\(file): \(error)")
            }
        }
        return names
    }

    /// Returns the captured answers in the order of their paths.
    ///
    /// A file whose name ends with `.xml` is a bare response: access is granted, and a user is
    /// signed in with `provider`.
    static func documents(
        in folder: String, provider: Pass.PlatformMappingIdentifier?, expiration: Pass.Timestamp
    ) throws(CommandFailure) -> ScriptedSubscriberAccount {
        var documents: [ScriptedSubscriberAccount.Document] = []
        for name in try names(in: folder) {
            let ending = FilePath(name).extension
            let bytes = try InputFile.bytes(name)
            documents.append(
                ending == "json"
                    ? .answer(bytes)
                    : .response(bytes, provider: provider, expiration: expiration))
        }
        do {
            return try ScriptedSubscriberAccount(replaying: documents)
        } catch {
            throw CommandFailure(.noInput, "\(folder): \(error)")
        }
    }
}
