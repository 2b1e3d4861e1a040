import PayloadCoding
import ProfileProcessing
import WireText

/// An output line, split so that the payload can be appended in the middle.
struct PayloadLine: Sendable {
    let normalization: Normalization
    /// A Boolean value that indicates whether `SAMLResponse=` precedes the payload.
    let isForm: Bool
    /// A Boolean value that indicates whether the line is a JSON object.
    let isJSON: Bool

    /// Appends the text before the payload.
    func appendStart(of file: String, to output: inout [UInt8]) {
        if isJSON { appendMembers(of: file, to: &output) }
        if isJSON { output.append(UInt8(ascii: "\"")) }
        if isForm { output += "SAMLResponse=".utf8 }
    }

    /// Appends the text after the payload.
    ///
    /// - Parameters:
    ///   - error: The error that ended the payload early.
    ///   - output: The array to append to.
    func appendEnd(error: String? = nil, to output: inout [UInt8]) {
        if isJSON {
            output.append(UInt8(ascii: "\""))
            appendError(error, to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }

    /// Appends the complete line of an input without a payload.
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
