import BatchEngine
import Captures
import SystemPackage

/// The check that outputs do not overwrite inputs.
enum OutputCollision {
    /// Refuses an output that is also an input, under any name, and two outputs that are one file.
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
            guard !outputs[..<place].contains(where: { isSame($0, output) }) else {
                throw CommandFailure(
                    .usage,
                    "\(output): Two outputs of the command are the same file. Pass different "
                        + "names.")
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
