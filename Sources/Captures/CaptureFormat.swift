/// The format of a file with captured messages.
///
/// Each has a folder under `Formats` with its reader and its description; ``allCases`` is the one place that names
/// them all.
public struct CaptureFormat: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name, as options write it.
    public let rawValue: String
    /// A description of a file of this format in a few words.
    package let title: String
    let door: Door

    /// The ways in which a file is opened.
    enum Door: Sendable {
        /// The file is read from its beginning to its end.
        case content(
            isBeginning: @Sendable (CaptureHead) -> Bool,
            open: @Sendable (consuming ByteReader, CaptureContext) -> any CaptureStream)
        /// The file is a zip whose members belong together.
        case members(
            isContainer: @Sendable (_ names: [String]) -> Bool,
            open: @Sendable (ZipMembers, CaptureContext) -> any CaptureStream)
        /// The file is known and not read; the recipe says what to do with it.
        case convertFirst(isBeginning: @Sendable (CaptureHead) -> Bool, recipe: String)
    }

    init(_ rawValue: String, _ title: String, _ door: Door) {
        self.rawValue = rawValue
        self.title = title
        self.door = door
    }

    /// Returns the format with a name, `nil` if there is none.
    public init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        // Files that must be converted first are read as nothing.
        if case .convertFirst = format.door { return nil }
        self = format
    }

    /// Every format, in the order in which they are tried; the last ones take what no other does.
    public static let allCases: [CaptureFormat] =
        conversions + [
            .fiddlerArchive, .charlesArchive, .proxymanLog, .proxymanSession, .playwrightHAR,
            .playwrightTrace, .playwrightNetwork, .fiddlerText, .har, .mitmproxy, .charlesJSON,
            .charlesTrace, .samlTracer, .samlChromePanel, .newman, .tshark, .tsharkLines, .pdml,
            .burp, .charlesXML, .zapXML, .zap, .curlCommand, .curlVerbose, .curlTrace, .okHTTP,
            .json, .ndjson, .rawHTTP, .csv, .lines, .text, .message,
        ]

    /// Returns whether both have one name.
    public static func == (one: CaptureFormat, other: CaptureFormat) -> Bool {
        one.rawValue == other.rawValue
    }

    /// Takes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Tells the format of a file from its beginning.
    init(detecting head: CaptureHead) {
        let found = Self.allCases.first { format in
            switch format.door {
            case .content(let isBeginning, _), .convertFirst(let isBeginning, _): isBeginning(head)
            case .members: false
            }
        }
        self = found ?? .message
    }
}
