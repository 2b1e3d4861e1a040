/// Formats that are known and not read, with what makes a file of them that is.
extension CaptureFormat {
    /// The formats to convert first.
    static let conversions: [CaptureFormat] = [
        .packetCapture, .javaSession, .database, .propertyList, .unifiedLog, .netExport,
        .charlesSummary,
    ]

    /// A recording of packets by Wireshark, tcpdump or rvictl.
    package static let packetCapture = CaptureFormat(
        "pcap", "a packet capture",
        .convertFirst(
            isBeginning: { head in
                head.startsWith([0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4])
                    || head.startsWith([0x4D, 0x3C, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D])
                    || head.startsWith([0x0A, 0x0D, 0x0D, 0x0A])
            },
            recipe: "it is a packet capture: convert it by tshark -r FILE -o tls.keylog_file:KEYS "
                + "-Y \"http or http2\" -T json --no-duplicate-keys > FILE.json, or record with a proxy"
        ))

    /// A session of Charles 4 and older.
    package static let javaSession = CaptureFormat(
        "chls", "a session of Charles 4 or older",
        .convertFirst(
            isBeginning: { $0.startsWith([0xAC, 0xED, 0x00, 0x05]) },
            recipe: "it is a session of Charles 4 or older: convert it by charles convert "
                + "FILE.chls FILE.chlsj, or export a JSON session in Charles"))

    /// A database, as Pulse and others keep their sessions.
    package static let database = CaptureFormat(
        "sqlite-capture", "an SQLite database",
        .convertFirst(
            isBeginning: { $0.text.starts(with: "SQLite format 3\0".utf8) },
            recipe: "it is an SQLite database: if it is a store of Pulse, share it as HAR in the "
                + "app; from another tool, export HAR"))

    /// A binary property list, such as an archived request.
    package static let propertyList = CaptureFormat(
        "bplist", "a binary property list",
        .convertFirst(
            isBeginning: { $0.text.starts(with: "bplist00".utf8) },
            recipe: "it is a binary property list: convert it by plutil -convert xml1 FILE, or "
                + "export HAR from the tool that wrote it"))

    /// A file of Apple's unified log.
    package static let unifiedLog = CaptureFormat(
        "tracev3", "a unified log",
        .convertFirst(
            isBeginning: { $0.startsWith([0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00]) },
            recipe: unifiedLogRecipe))

    /// Chrome's net-export.
    package static let netExport = CaptureFormat(
        "net-export", "a net-export of Chrome",
        .convertFirst(
            isBeginning: { head in
                head.begins("{\"constants\":{")
                    && ByteText.contains("\"logEventTypes\"", in: head.text)
            },
            recipe: "it is a net-export of Chrome, which has no bodies: record again and choose "
                + "Export HAR (with sensitive data) in the DevTools' Network panel"))

    /// The summary of a session that Charles writes as CSV.
    package static let charlesSummary = CaptureFormat(
        "charles-csv", "a summary by Charles in CSV",
        .convertFirst(
            isBeginning: { $0.text.starts(with: "URL,Status,Response Code".utf8) },
            recipe: "it is a summary by Charles, which has no headers and no bodies: choose "
                + "File, Export Session, JSON Session in Charles"))

    /// Returns the recipe that makes a readable file of a folder, by its extension; `nil` for
    /// folders that are read.
    static func recipe(forFolder fileExtension: String?) -> String? {
        switch fileExtension {
        case "logarchive": unifiedLogRecipe
        case "trace":
            "it is a document of Instruments: convert it by xctrace export --input FOLDER --har"
        default: nil
        }
    }

    private static let unifiedLogRecipe =
        "it is a unified log: convert it by log show --archive FOLDER.logarchive --style ndjson "
        + "--predicate 'process == \"YourApp\"' > FILE.ndjson"
}

extension CaptureHead {
    fileprivate func startsWith(_ beginnings: [UInt8]...) -> Bool {
        beginnings.contains { text.starts(with: $0) }
    }
}
