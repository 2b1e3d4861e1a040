import SystemPackage

/// The source of a secret: a file or an environment variable.
///
/// Secrets are never command-line arguments, which every user of the system can read.
struct SecretOption {
    /// The option that names a file.
    let option: String
    /// The environment variable that contains the secret.
    let variable: String

    /// Returns the text of the file, or else of the variable, without surrounding white space.
    func text(inFile file: String?) throws(CommandFailure) -> String? {
        let text: String
        if let file {
            text = String(decoding: try InputFile.bytes(file), as: UTF8.self)
        } else if let value = Console.environmentVariable(variable) {
            text = value
        } else {
            return nil
        }
        let scalars = text.unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else {
            throw CommandFailure(.usage, "\(file.map { _ in option } ?? variable) is empty.")
        }
        return String(scalars[start...end])
    }
}
