internal import WireText

/// The members of a HAR entry, as they are written.
struct HAREntry {
    /// The extent to which entries are read.
    enum Extent {
        /// Bodies that may hold a message; pictures and scripts are not held.
        case messages
        /// All that an exchange has.
        case exchanges
    }

    private(set) var time: JSONStream.HeldString?
    private(set) var duration: Double?
    private(set) var comment: String?
    private(set) var error: String?
    private(set) var server: String?
    private(set) var client: String?
    private(set) var resourceType: String?
    /// A Boolean value that indicates whether the browser says that it answered from its cache.
    private(set) var isFromCache = false

    private(set) var method: String?
    private(set) var url: JSONStream.HeldString?
    private(set) var query: [FormField] = []
    private(set) var requestHeaders = HTTPHeaders()
    private(set) var requestBody = HARBody()

    private(set) var hasResponse = false
    private(set) var status: Int?
    private(set) var statusText: String?
    private(set) var responseHeaders = HTTPHeaders()
    private(set) var redirectURL: String?
    private(set) var responseBody = HARBody()
    private(set) var frames: [WebSocketFrame] = []

    private let limit: Int
    let extent: Extent

    /// The longest stored text of a time.
    private static let longestTime = 128
    /// The shortest header in which a message is looked for.
    private static let shortestMessage = 512

    /// Reads an entry; `nil` when the value is not an object, which has then been passed.
    init?(reading json: inout JSONStream, limit: Int, extent: Extent) throws(CaptureError) {
        self.limit = limit
        self.extent = extent
        guard try json.next() == UInt8(ascii: "{") else {
            try json.skipValue()
            return nil
        }
        let isWhole = extent == .exchanges
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "startedDateTime": time = try json.heldString(limit: Self.longestTime)
            case "request": try readRequest(&json)
            case "response": try readResponse(&json)
            case "_webSocketMessages": try readFrames(&json)
            case "time" where isWhole: duration = try json.number()
            case "comment" where isWhole: comment = try json.text()
            case "_error" where isWhole: error = try json.text()
            case "serverIPAddress" where isWhole: server = try json.text()
            case "_clientAddress" where isWhole: client = try json.text()
            case "_resourceType" where isWhole: resourceType = try json.text()
            // Chromium says "memory" or "disk", WebKit "Memory Cache" or "Disk Cache".
            case "_fromCache" where isWhole: isFromCache = try json.text() != nil || isFromCache
            case "_fetchType" where isWhole:
                isFromCache = try json.text()?.hasSuffix("Cache") == true || isFromCache
            default: try json.skipValue()
            }
        }
    }

    /// Reads the texts of a WebSocket, at most `limit` bytes together.
    private mutating func readFrames(_ json: inout JSONStream) throws(CaptureError) {
        var room = limit
        try json.forEachElement { json throws(CaptureError) in
            var isSent = false
            var isText = true
            var data: JSONStream.HeldString?
            try json.forEachMember { name, json throws(CaptureError) in
                switch name {
                case "type": isSent = try json.text() == "send"
                case "opcode": isText = try json.number() ?? 1 == 1
                case "data": data = try json.heldString(limit: room)
                default: try json.skipValue()
                }
            }
            guard isText, let data, extent == .exchanges || data.mayHoldMessage,
                frames.last.map({ !$0.isTruncated || !$0.text.isEmpty }) ?? true
            else { return }
            room -= min(room, data.bytes.count)
            frames.append(
                WebSocketFrame(data.bytes, isSent: isSent, isTruncated: !data.isWhole))
        }
    }

    private mutating func readRequest(_ json: inout JSONStream) throws(CaptureError) {
        let isWhole = extent == .exchanges
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "method": method = try json.text()
            case "url": url = try json.heldString(limit: limit)
            case "queryString":
                query = try FormField.fields(reading: &json, limit: limit, keepsAll: false)
            case "headers":
                requestHeaders = try HTTPHeaders(reading: &json, limit: limit) { name, value in
                    isWhole || name.utf8.count == 16 || value.utf8.count >= Self.shortestMessage
                }
            case "postData":
                try requestBody.read(&json, limit: limit, keepsAllParameters: isWhole)
            case "_content": try requestBody.readContent(&json, limit: limit)
            case "bodySize" where isWhole: requestBody.size = try json.number()
            case "comment" where isWhole: requestBody.comment = try json.text()
            default: try json.skipValue()
            }
        }
    }

    private mutating func readResponse(_ json: inout JSONStream) throws(CaptureError) {
        let isWhole = extent == .exchanges
        guard try json.next() == UInt8(ascii: "{") else { return try json.skipValue() }
        hasResponse = true
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "status": status = try json.number().flatMap { Int(exactly: $0) }
            case "statusText" where isWhole: statusText = try json.text()
            case "headers":
                responseHeaders = try HTTPHeaders(reading: &json, limit: limit) { name, value in
                    // Of the short ones, messages need Refresh, Location and Content-Encoding.
                    isWhole || [7, 8, 16].contains(name.utf8.count)
                        || value.utf8.count >= Self.shortestMessage
                }
            case "redirectURL":
                redirectURL = try json.text(limit: limit)
            case "content":
                try responseBody.read(
                    &json, limit: limit, keepsAllParameters: isWhole,
                    isWanted: isWhole ? { _ in true } : HARBody.mayBeginDocument)
            case "_error" where isWhole, "_failureText" where isWhole:
                error = try json.text() ?? error
            default: try json.skipValue()
            }
        }
    }
}

extension JSONStream.HeldString {
    /// A Boolean value that indicates whether the text is longer than those that hold no message.
    fileprivate var mayHoldMessage: Bool { bytes.count >= JSONWalk.shortestText || !isWhole }
}
