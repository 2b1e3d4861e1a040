internal import CPages

/// The pages of `Documentation` that are part of the program.
package enum EmbeddedPage {
    /// The text of `Documentation/reasons.md`.
    package static var reasons: String {
        var count = 0
        return unsafe text(CPages_reasons(&count), count)
    }

    /// The text of `Documentation/audit-rules.md`.
    package static var rules: String {
        var count = 0
        return unsafe text(CPages_rules(&count), count)
    }

    private static func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
