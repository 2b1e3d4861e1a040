#if Sandbox
internal import AdobePass

/// User metadata of REST API v1.
enum UserMetadata {
    typealias Value = SandboxConfiguration.Value

    @Sendable static func read(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let token = try await set.validToken(call, status: 412)
        guard token.type != "temporary" else {
            throw Refusal(
                404, "authentication_session_missing", "noMetadata",
                "There is no user metadata.", action: "none")
        }
        let encryptor = MetadataEncryptor(settings: call.configuration.metadataEncryption)
        var encrypted: [Value] = []
        var data: [SandboxConfiguration.Member] = []
        for attribute in token.attributes {
            if encryptor.isEncrypted(attribute.name) {
                encrypted.append(.text(attribute.name))
                data.append(
                    SandboxConfiguration.Member(
                        attribute.name, .text(try encryptor.encrypt(attribute.value))))
            } else {
                data.append(attribute)
            }
        }
        return try .body(
            call, root: "userMetadata",
            [
                "updated": .integer(token.notBefore / 1000), "encrypted": .list(encrypted),
                "data": .object(data),
            ], items: ["encrypted": "key"])
    }
}
#endif
