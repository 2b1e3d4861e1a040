#if Sandbox
import AdobePass
import Foundation
import HTTPTypes

/// What went over a transport: how often what was wrong, and everything that is secret.
final class TransportRecord: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: Set<String> = []
    private var counted: [String: Int] = [:]

    var secrets: Set<String> { lock.withLock { kept } }
    var counts: [String: Int] { lock.withLock { counted } }

    func count(_ name: String) { lock.withLock { counted[name, default: 0] += 1 } }
    func keep(_ secret: String) { lock.withLock { _ = kept.insert(secret) } }
}

/// Passes requests on and remembers what was secret in them.
struct RecordingTransport: Pass.Transport {
    let transport: any Pass.Transport
    let record: TransportRecord

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        record.count("requests")
        keepSecrets(of: request)
        do throws(Pass.TransportError) {
            let response = try await transport.send(request)
            keepSecrets(of: response, to: request)
            countFault(response)
            return response
        } catch {
            record.count("dropped")
            throw error
        }
    }

    private func countFault(_ response: Pass.Response) {
        let status = response.head.status.code
        let reason = HTTPField.Name("X-Sandbox-Reason").flatMap { response.head.headerFields[$0] }
        if reason?.hasPrefix("fault:") == true { record.count("answered \(status)") }
        if reason?.hasPrefix("throttled:") == true { record.count("throttled") }
        if reason?.hasPrefix("expiredAccessToken:") == true { record.count("token expired") }
    }

    private func keepSecrets(of request: Pass.Request) {
        for name in ["Authorization", "AP-Device-Identifier", "AP-Partner-Framework-Status"] {
            guard let value = HTTPField.Name(name).flatMap({ request.head.headerFields[$0] })
            else { continue }
            record.keep(value.split(separator: " ").last.map(String.init) ?? value)
        }
        if request.head.path?.hasPrefix("/api/") == true { keepPieces(of: request.body) }
    }

    private func keepSecrets(of response: Pass.Response, to request: Pass.Request) {
        let path = request.head.path ?? ""
        let members = ["client_id", "client_secret", "access_token", "code", "sessionId"]
        if path.hasPrefix("/o/client") || path.hasPrefix("/api/v2"),
            let object = try? JSONSerialization.jsonObject(with: Data(response.body))
                as? [String: Any]
        {
            let isError = object["action"] != nil
            for name in members where !isError {
                if let text = object[name] as? String { record.keep(text) }
            }
            if let query = object["authenticationRequest"] as? [String: Any],
                let text = query["request"] as? String
            {
                keepPieces(of: Array(text.utf8))
            }
        }
        if path == "/sandbox/platform-sso" { keepMarkup(response.body) }
    }

    /// Pieces from the whole length of a SAML message: all of it would take too long to look for.
    private func keepPieces(of bytes: [UInt8]) {
        guard bytes.count > 400 else { return }
        for start in stride(from: 100, to: bytes.count - 24, by: max(24, bytes.count / 12)) {
            record.keep(String(decoding: bytes[start..<start + 24], as: UTF8.self))
        }
    }

    /// What a response says: identifiers, the person, and parts of the signature.
    private func keepMarkup(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        for (before, after) in [
            ("ID=\\\"", "\\\""), ("InResponseTo=\\\"", "\\\""), ("SignatureValue>", "<"),
            ("DigestValue>", "<"), ("AttributeValue>", "<"), ("NameID>", "<"),
        ] {
            guard let start = text.range(of: before)?.upperBound,
                let end = text[start...].range(of: after)?.lowerBound
            else { continue }
            record.keep(String(text[start..<end].prefix(64)))
        }
    }
}
#endif
