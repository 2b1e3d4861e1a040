import BatchEngine
import Captures
import SystemPackage

/// Outputs that would take the place of what the command reads.
enum OutputCollision {
    /// Refuses outputs that are inputs, under whatever name, and outputs that are each other.
    ///
    /// - Parameters:
    ///   - outputs: Files that the command writes; `-` is none.
    ///   - inputs: Files that it reads.
    /// - Throws: A `CommandFailure`.
    static func refuse(
        outputs: [String], inputs: [String]
    ) throws(CommandFailure) {
        for (place, output) in outputs.enumerated() where output != "-" {
            if let input = inputs.first(where: { isSame($0, output) }) {
                throw CommandFailure(
                    .usage,
                    "\(output): The output would take the place of the input \(input). Expected a "
                        + "file that is not read, found the same file. Give another name.")
            }
            guard !outputs[..<place].contains(where: { isSame($0, output) }) else {
                throw CommandFailure(
                    .usage,
                    "\(output): Two outputs of the command are the same file. Give each a name of "
                        + "its own.")
            }
        }
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
