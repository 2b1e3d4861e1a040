/// A way in which programs write a message, or change it, so that what carries it can.
///
/// Captures find messages that are written so, explanations undo it, and support bundles write it again.
package struct TextCodec: Sendable {
    /// The part of a message in which a codec is usual.
    package enum Place: Sendable {
        /// Any; no message has what it adds.
        case anywhere
        /// The markup.
        case markup
        /// Base64, or what stands for it.
        case digits
        /// The values.
        case values
        /// All of it, in layers.
        case whole
    }

    /// The code of the damage to a message that should not be written so.
    package let code: String
    /// The change that undoes it.
    package let undoing: String
    package let place: Place
    /// The texts of which one is in all that is written so; none for what only decoding shows.
    package let marks: [[UInt8]]
    /// The text that each mark stands for, where it is always the same one.
    package let original: [UInt8]?
    private let encode: @Sendable ([UInt8]) -> [UInt8]
    private let decode: @Sendable ([UInt8]) -> [UInt8]?

    /// Creates a codec.
    ///
    /// - Parameters:
    ///   - code: The code of the damage.
    ///   - undoing: The change that undoes it.
    ///   - place: The part of a message in which it is usual.
    ///   - marks: The texts of which one is in all that is written so.
    ///   - encode: Writes bytes in the usual form.
    ///   - decode: Undoes one layer; `nil` where that is impossible.
    init(
        _ code: String, _ undoing: String, _ place: Place, marks: [String] = [],
        encode: @escaping @Sendable ([UInt8]) -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) {
        self.code = code
        self.undoing = undoing
        self.place = place
        self.marks = marks.map { Array($0.utf8) }
        original = nil
        self.encode = encode
        self.decode = decode
    }

    /// Creates a codec that puts one of some texts for another or, with `place`, beside it.
    init(
        _ code: String, _ undoing: String, _ place: Place, puts marks: [String],
        for original: String, encode: (@Sendable ([UInt8]) -> [UInt8])? = nil
    ) {
        let marks = marks.map { Array($0.utf8) }
        let original = Array(original.utf8)
        self.code = code
        self.undoing = undoing
        self.place = place
        self.marks = marks
        self.original = original
        self.encode = encode ?? { $0.substituting(marks[0], for: original) }
        decode = { bytes in
            marks.filter(bytes.holds).reduce(bytes) { $0.substituting(original, for: $1) }
        }
    }

    /// Returns the bytes with one layer undone, `nil` where nothing is written so.
    package func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard marks.isEmpty || marks.contains(where: bytes.holds), let plain = decode(bytes),
            plain != bytes
        else { return nil }
        return plain
    }

    /// Returns the bytes in the usual form.
    package func encoding(_ bytes: [UInt8]) -> [UInt8] { encode(bytes) }
}
