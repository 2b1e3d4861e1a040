#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension HAREntry {
    /// A message, or why it cannot be had.
    typealias Message = Result<[UInt8], CaptureError>

    /// The messages of the entry in the order they went over the wire: in the URL, in the body of
    /// the request, in that of the response.
    func messages() -> [Message] {
        [messageOfURL(), messageOfRequest(), messageOfResponse()].compactMap { $0 }
    }

    /// The host of the URL, without credentials and port.
    var host: String? {
        guard let rest = urlParts?.authority else { return nil }
        let hostAndPort =
            rest.lastIndex(of: UInt8(ascii: "@"))
            .map { rest[rest.index(after: $0)...] } ?? rest
        // An IPv6 address has colons of its own, and brackets around them.
        let host =
            hostAndPort.first == UInt8(ascii: "[")
            ? hostAndPort.prefix { $0 != UInt8(ascii: "]") } + [UInt8(ascii: "]")]
            : hostAndPort.prefix { $0 != UInt8(ascii: ":") }
        return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
    }

    private var urlParts: (authority: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        guard let bytes = url?.bytes, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let authority = bytes[(colon + 3)...].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        return (authority, bytes[authority.endIndex...])
    }

    private func messageOfURL() -> Message? {
        if let url, let mark = url.bytes.firstIndex(of: UInt8(ascii: "?")) {
            let text = url.bytes[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") }
            if let form = SAMLParameter.form(in: text) {
                return url.isWhole ? .success(form) : .failure(CaptureError(.inputTooLarge))
            }
        }
        return Self.message(of: query)
    }

    private static func message(of fields: [FormField]) -> Message? {
        guard let form = SAMLParameter.form(of: fields.map { ($0.name, $0.value.bytes) }) else { return nil }
        return fields.allSatisfy(\.value.isWhole)
            ? .success(form) : .failure(CaptureError(.inputTooLarge))
    }

    private func messageOfRequest() -> Message? {
        guard let (text, isWhole) = request.content else {
            return Self.message(of: request.parameters)
        }
        let isJSON = text.first { $0 > 0x20 } == UInt8(ascii: "{")
        guard isWhole else {
            let isMessage =
                isJSON
                ? SAMLParameter.messages.contains { text.contains("\"\($0)\"".utf8) }
                    || text.contains(Self.requestName.utf8)
                : SAMLParameter.occurs(in: text[...])
            return isMessage ? .failure(CaptureError(.inputTooLarge)) : nil
        }
        let found = isJSON ? Self.message(inJSON: text) : SAMLParameter.form(in: text[...])
        return found.map { .success($0) } ?? Self.message(of: request.parameters)
    }

    /// The message of a JSON body: in a member named like the parameter, or the SAML request that
    /// Adobe Pass gives out to be passed on.
    private static func message(inJSON text: [UInt8]) -> [UInt8]? {
        guard let object = try? JSONLine(parsing: text) else { return nil }
        for name in SAMLParameter.messages {
            if let message = object.string(name) { return Array(message.utf8) }
        }
        return query(in: object)
    }

    private static func query(in object: JSONLine) -> [UInt8]? {
        object.object(requestName)?.string("request").map { Array($0.utf8) }
    }

    private static let requestName = "authenticationRequest"

    /// The SAML request in a response: `authenticationRequest.request` of REST API v2, or the whole
    /// body of v1's profile request.
    private func messageOfResponse() -> Message? {
        guard let (text, isWhole) = response.content, let first = text.first(where: { $0 > 0x20 })
        else { return nil }
        let isMarkedJSON = first == UInt8(ascii: "{") || text.starts(with: [0xEF, 0xBB, 0xBF])
        if isMarkedJSON, text.contains(Self.requestName.utf8) {
            guard isWhole else { return .failure(CaptureError(.inputTooLarge)) }
            guard let object = try? JSONLine(parsing: text) else { return nil }
            return Self.query(in: object).map { .success($0) }
        }
        guard isProfileRequest else { return nil }
        guard isWhole else { return .failure(CaptureError(.inputTooLarge)) }
        let protocolName = "urn:oasis:names:tc:SAML:2.0:protocol".utf8
        let isQuery =
            text.contains(protocolName)
            || (Data(base64Encoded: Data(text)).map { [UInt8]($0).contains(protocolName) } ?? false)
        return isQuery ? .success(text) : nil
    }

    /// A Boolean value that indicates whether the URL is `…/profile-requests/…`, where v1 gives out
    /// the SAML request.
    private var isProfileRequest: Bool {
        guard let rest = urlParts?.rest else { return false }
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return path.split(separator: UInt8(ascii: "/"))
            .contains { $0.elementsEqual("profile-requests".utf8) }
    }
}

extension HAREntry.Body {
    /// The bytes of the body, `nil` when there are none, and whether that is all of it.
    fileprivate var content: (text: [UInt8], isWhole: Bool)? {
        guard let text, !text.bytes.isEmpty else { return nil }
        guard isBase64 else { return (text.bytes, text.isWhole) }
        let digits = text.bytes.count / 4 * 4
        let decoded = Data(
            base64Encoded: Data(text.isWhole ? text.bytes[...] : text.bytes.prefix(digits)))
        return decoded.map { (Array($0), text.isWhole) }
    }
}

extension [UInt8] {
    /// Returns whether `text` occurs.
    fileprivate func contains(_ text: String.UTF8View) -> Bool {
        let text = Array<UInt8>(text)
        guard let first = text.first, count >= text.count else { return false }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: text) { return true }
            start = place + 1
        }
        return false
    }
}
