import PayloadCoding
import ProfileProcessing
import WireText

/// The line that a payload is written on, so that the payload can be appended in the middle of it.
struct PayloadLine: Sendable {
    let normalization: Normalization
    /// Whether `SAMLResponse=` stands before the payload.
    let isForm: Bool
    /// Whether the line is a JSON object.
    let isJSON: Bool

    /// Appends what stands before the payload.
    func appendStart(of file: String, to output: inout [UInt8]) {
        if isJSON { appendMembers(of: file, to: &output) }
        if isJSON { output.append(UInt8(ascii: "\"")) }
        if isForm { output += "SAMLResponse=".utf8 }
    }

    /// Appends what stands after the payload.
    ///
    /// - Parameters:
    ///   - error: What is wrong with a payload that was begun.
    ///   - output: What it is appended to.
    func appendEnd(error: String? = nil, to output: inout [UInt8]) {
        if isJSON {
            output.append(UInt8(ascii: "\""))
            appendError(error, to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends the whole line of something that gave no payload.
    func appendFailure(_ error: String, of file: String, to output: inout [UInt8]) {
        if isJSON {
            appendMembers(of: file, to: &output)
            output += "null".utf8
            appendError(error, to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }

    private func appendMembers(of file: String, to output: inout [UInt8]) {
        output += #"{"file":"#.utf8
        JSONValue.string(file).append(to: &output)
        output += #","normalization":"\#(normalization.rawValue)","payload":"#.utf8
    }

    private func appendError(_ error: String?, to output: inout [UInt8]) {
        output += #","error":"#.utf8
        JSONValue.string(orNull: error).append(to: &output)
        output.append(UInt8(ascii: "}"))
    }
}
