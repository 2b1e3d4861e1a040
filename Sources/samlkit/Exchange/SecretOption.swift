import SystemPackage

/// Where a secret comes from: a file, or a variable of the environment.
///
/// Secrets are not taken from the command line, which every user of the system can read.
struct SecretOption {
    /// The option that names a file.
    let option: String
    /// The variable that holds the secret itself.
    let variable: String

    /// The text of the file, or of the variable without one, white space around it cut off.
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
