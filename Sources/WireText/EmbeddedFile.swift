internal import CPages

/// The files that are part of the program, as they stood when it was built.
package enum EmbeddedFile {
    /// `Documentation/reasons.md`.
    package static var reasons: String { unsafe text(CPages_reasons) }

    /// `Documentation/audit-rules.md`.
    package static var rules: String { unsafe text(CPages_rules) }

    /// The style sheet of reports.
    package static let reportStyle = unsafe markup(CPages_report_style)

    /// The script of reports.
    package static let reportScript = unsafe markup(CPages_report_script)

    /// The style sheet of audits.
    package static let auditStyle = unsafe markup(CPages_audit_style)

    /// The style sheet of the sandbox's pages.
    package static let sandboxStyle = unsafe markup(CPages_sandbox_style)

    /// The style sheet of the service's page.
    package static let serviceStyle = unsafe markup(CPages_service_style)

    /// The script of the service's page.
    package static let serviceScript = unsafe markup(CPages_service_script)

    /// The description of the service's interface for programs.
    package static var serviceAPI: String { unsafe text(CPages_service_api) }

    private typealias File = (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?

    private static func text(_ file: File) -> String {
        var count = 0
        let start = unsafe file(&count)
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns a file that can stand in a page as it is: Scripts/pages.py has looked at it.
    private static func markup(_ file: File) -> Markup {
        unsafe Markup(stringLiteral: text(file))
    }
}
