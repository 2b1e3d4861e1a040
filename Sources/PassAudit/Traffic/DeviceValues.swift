internal import PayloadCoding
internal import WireText

/// The value of `AP-Device-Identifier`.
struct DeviceIdentifier: Hashable, Sendable {
    let hash: HashedText
    /// The way in which the value differs from `fingerprint ` and Base64, if it does.
    let defect: String?
    /// A remark on a value that has the form.
    let remark: String?

    /// The identifiers that Adobe's pages print, and those that stand for none.
    private static let placeholders = [
        "dummy", "0", "unknown", "null", "test", "00000000-0000-0000-0000-000000000000",
        "60b2bd5f-2f4f-4c1a-9d3b-6e3a8a8a6f56",
    ]

    init(_ value: String) {
        hash = HashedText(value)
        (defect, remark) = Self.judge(value)
    }

    private static func judge(_ value: String) -> (defect: String?, remark: String?) {
        guard value.contains(" ") else {
            return value.contains("%20")
                ? ("it is percent-encoded", nil)
                : ("there is no word fingerprint before it", nil)
        }
        let digits = String(value.drop { $0 != " " }.dropFirst())
        guard value.hasPrefix("fingerprint ") else {
            return ("its first word is not fingerprint", nil)
        }
        guard !digits.isEmpty else { return ("nothing follows the word fingerprint", nil) }
        if digits.contains("%") { return ("it is percent-encoded", nil) }
        if digits.contains(where: { $0.isWhitespace || $0 == "\r\n" }) {
            return ("there is white space in the Base64", nil)
        }
        if digits.contains("-") {
            return digits.count == 36
                ? ("it is a bare UUID, not Base64", nil) : ("it is not standard Base64", nil)
        }
        guard let bytes = try? Base64.decode(Array(digits.utf8)) else {
            return ("it is not standard Base64", nil)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.isEmpty || bytes.allSatisfy({ $0 == 0 })
            || placeholders.contains(text.lowercased())
        {
            return ("it is the Base64 of a placeholder", nil)
        }
        let isPrintable = bytes.allSatisfy { (0x20...0x7E).contains($0) }
        return (nil, isPrintable ? nil : "the decoded identifier is not printable text")
    }
}

/// The words that Adobe has for `X-Device-Info`.
package enum DeviceWords {
    /// The members that must be there.
    package static let required = ["model", "version", "osName", "osVersion", "connectionType"]
    /// The values of `osName`.
    package static let systems = [
        "Android", "Chrome OS", "Linux", "Mac OS", "OS X", "OpenBSD", "Roku OS", "Windows", "iOS",
        "tvOS", "webOS",
    ]
}

/// The value of `X-Device-Info`.
final class DeviceInformation: Sendable {
    /// The defects that keep it from being read.
    enum Defect: Hashable, Sendable {
        case percentEncoded
        case notBase64(offset: Int)
        case notJSON
        case notAnObject
    }

    let hash: HashedText
    let defect: Defect?
    let osName: String?
    let hardwareType: String?
    /// The version of the app, where the value has one of the usual names for it.
    let application: String?
    /// The required keys that are missing or empty, and values outside Adobe's words.
    let incomplete: [String]

    init(_ value: String) {
        hash = HashedText(value)
        var (defect, members) = (nil as Defect?, nil as JSONValue?)
        if value.contains("%2B") || value.contains("%2F") || value.contains("%3D")
            || value.contains("%2b") || value.contains("%2f") || value.contains("%3d")
        {
            defect = .percentEncoded
        } else {
            do throws(PayloadDecodingError) {
                let bytes = try Base64.decode(Array(value.utf8))
                if let json = JSONValue(reading: bytes) {
                    if json.members != nil { members = json } else { defect = .notAnObject }
                } else {
                    defect = .notJSON
                }
            } catch {
                defect = .notBase64(offset: error.offset)
            }
        }
        self.defect = defect
        osName = members?["osName"]?.text
        hardwareType = members?["primaryHardwareType"]?.text
        application = members?["applicationId"]?.text
        incomplete = members.map(Self.problems) ?? []
    }

    /// A Boolean value that indicates whether the system is one of Apple's that has partner sign-on.
    var isApple: Bool { ["iOS", "tvOS", "iPadOS"].contains(osName) }
    /// A Boolean value that indicates whether the system is one that servers have.
    var isServerSystem: Bool {
        ["Linux", "OpenBSD", "Windows"].contains(osName) && hardwareType == nil
    }

    private static let lists: [(name: String, words: Set<String>)] = [
        (
            "primaryHardwareType",
            [
                "Camera", "DataCollectionTerminal", "Desktop", "EmbeddedNetworkModule", "eReader",
                "GamesConsole", "GeolocationTracker", "Glasses", "MediaPlayer", "MobilePhone",
                "PaymentTerminal", "PluginModem", "SetTopBox", "TV", "Tablet", "WirelessHotspot",
                "Wristwatch", "Unknown",
            ]
        ),
        ("osName", Set(DeviceWords.systems)),
        (
            "osFamily",
            [
                "Android", "BSD", "Linux", "PlayStation OS", "Roku OS", "Symbian", "Tizen",
                "Windows", "iOS", "tvOS", "macOS", "webOS",
            ]
        ),
        (
            "osVendor",
            [
                "Amazon", "Apple", "Google", "LG", "Microsoft", "Mozilla", "Nintendo", "Nokia",
                "Roku", "Samsung", "Sony", "Tizen Project",
            ]
        ),
        (
            "browserName",
            [
                "Android Browser", "Chrome", "Edge", "Firefox", "Internet Explorer", "Opera",
                "Safari", "SeaMonkey", "Symbian Browser",
            ]
        ),
        (
            "browserVendor",
            [
                "Amazon", "Apple", "Google", "Microsoft", "Motorola", "Mozilla", "Netscape",
                "Nintendo", "Nokia", "Samsung", "Sony Ericsson",
            ]
        ),
    ]

    private static func problems(of json: JSONValue) -> [String] {
        var found: [String] = []
        for name in DeviceWords.required
        where (json[name]?.text ?? "").isEmpty {
            found.append("\(name) is missing")
        }
        for (name, words) in lists {
            guard let text = json[name]?.text, !text.isEmpty, !words.contains(text) else {
                continue
            }
            found.append("\(name) is none of Adobe's words")
        }
        if json["primaryHardwareType"] == nil, json["type"] != nil {
            found.append("type is sent instead of primaryHardwareType")
        }
        return found
    }
}
