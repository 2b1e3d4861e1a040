/// The numbers of an encoded checkpoint.
enum CheckpointNumbers {
    /// The digits of the largest number that a run can reach: a petabyte has sixteen.
    private static let maximumDigits = 16

    /// Returns whether every number is an integer small enough to count on from.
    ///
    /// The checksums of a journal are not secret: anyone who can write one can put any number into
    /// it.
    static func arePlausible(in bytes: [UInt8]) -> Bool {
        var isInString = false
        var isEscaped = false
        var digitCount = 0
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digitCount += 1
                if digitCount > maximumDigits { return false }
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                // "true" and "false" end in an e; a number with an exponent has a digit before it.
                if digitCount > 0 { return false }
            default:
                digitCount = 0
                isInString = byte == UInt8(ascii: "\"")
            }
        }
        return true
    }
}
