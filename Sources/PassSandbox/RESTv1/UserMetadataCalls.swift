#if Sandbox
internal import AdobePass
internal import WireText

/// User metadata of REST API v1.
enum UserMetadata {
    @Sendable static func read(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let token = try await call.validToken(of: set.holder, status: 412)
        guard token.type != "temporary" else {
            throw Refusal(
                404, "authentication_session_missing", "noMetadata",
                "There is no user metadata.", action: "none")
        }
        let encryptor = MetadataEncryptor(settings: call.configuration.metadataEncryption)
        var encrypted: [JSONValue] = []
        var data: [(name: String, value: JSONValue)] = []
        for (name, value) in token.metadata.members ?? [] {
            guard encryptor.isEncrypted(name) else {
                data.append((name, value))
                continue
            }
            encrypted.append(.string(name))
            data.append((name, .string(try encryptor.encrypt(value))))
        }
        return .body(
            call, root: "userMetadata",
            [
                "updated": .integer(token.notBefore / 1000), "encrypted": .array(encrypted),
                "data": .object(data),
            ], items: ["encrypted": "key"])
    }
}
#endif
