internal import XMLCore

/// The details that Fiddler writes about a session beside its request and response
/// (`raw/<number>_m.xml`).
struct FiddlerDetails {
    private(set) var isSecure = true
    private(set) var start: CaptureTime?
    /// The duration in milliseconds.
    private(set) var duration: Double?
    private(set) var client: String?
    private(set) var server: String?
    private(set) var comment: String?

    /// Reads a description; what is missing stays unknown.
    init(_ bytes: [UInt8]) {
        guard let session = try? XML.Document(parsing: bytes).rootElement else { return }
        if let flags = session[attribute: XML.QualifiedName("BitFlags")].flatMap({ Int($0) }) {
            isSecure = flags & 1 != 0
        }
        if let timers = session.firstChild(named: XML.QualifiedName("SessionTimers")) {
            start = Self.time(timers[attribute: XML.QualifiedName("ClientBeginRequest")])
            duration = start?.milliseconds(
                until: Self.time(timers[attribute: XML.QualifiedName("ClientDoneResponse")]))
        }
        for flag in session.firstChild(named: XML.QualifiedName("SessionFlags"))?.childElements(
            named: XML.QualifiedName("SessionFlag"))
            ?? []
        {
            let value = flag[attribute: XML.QualifiedName("V")]
            switch flag[attribute: XML.QualifiedName("N")] {
            case "x-clientip": client = value
            case "x-hostip": server = value
            case "ui-comments": comment = value
            default: break
            }
        }
    }

    /// The time; the year 1 stands for none.
    private static func time(_ text: String?) -> CaptureTime? {
        guard let text, !text.hasPrefix("0001-") else { return nil }
        return CaptureTime(iso8601: text)
    }
}
