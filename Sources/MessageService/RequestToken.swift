internal import Crypto
internal import PayloadCoding

/// The token that requests must bring when the server listens beyond this computer.
package struct RequestToken: Sendable {
    private let digest: SHA256.Digest

    /// Creates a token from the content of its file, without white space around it; `nil` below 16 bytes.
    package init?(fileContent: [UInt8]) {
        let text = fileContent.drop { $0 <= 0x20 }
        guard let end = text.lastIndex(where: { $0 > 0x20 }) else { return nil }
        let token = text[...end]
        guard token.count >= 16 else { return nil }
        digest = SHA256.hash(data: Array(token))
    }

    /// Returns whether the field `Authorization` has the token, as `Bearer`, or as the password of `Basic`, which browsers ask for.
    func isIn(_ authorization: String?) -> Bool {
        guard let authorization, let space = authorization.firstIndex(of: " ") else { return false }
        let value = authorization[authorization.index(after: space)...].drop { $0 == " " }
        switch authorization[..<space].lowercased() {
        case "bearer": return isSame(Array(value.utf8)[...])
        case "basic":
            guard let decoded = try? Base64.decode(Array(value.utf8)),
                let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
            else { return false }
            return isSame(decoded[(colon + 1)...])
        default: return false
        }
    }

    /// Compares digests, in the same time for every token.
    private func isSame(_ token: ArraySlice<UInt8>) -> Bool {
        SHA256.hash(data: Array(token)) == digest
    }
}
