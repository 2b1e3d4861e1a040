import AdobePass
import AdobePassHTTP
import ArgumentParser
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

    /// Returns the captured answers in the order of their paths.
    ///
    /// A file whose name ends with `.xml` is a bare response: access is granted, and a user is
    /// signed in with `provider`.
    static func documents(
        in folder: String, provider: Pass.PlatformMappingIdentifier?, expiration: Pass.Timestamp
    ) throws(CommandFailure) -> ScriptedSubscriberAccount {
        var documents: [ScriptedSubscriberAccount.Document] = []
        let names: [String]
        do {
            names = try InputFile.names(in: folder)
        } catch {
            throw CommandFailure(.noInput, error.message)
        }
        for name in names {
            let ending = FilePath(name).extension
            guard ending == "json" || ending == "xml" else { continue }
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
