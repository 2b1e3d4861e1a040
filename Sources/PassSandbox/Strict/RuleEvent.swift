#if Sandbox
internal import HTTPTypes
internal import WireText
internal import XMLCore

/// A call as the rules about what an app does see it.
struct RuleEvent: Sendable {
    let call: Call
    let endpoint: Endpoint
    let address: String

    /// The path below the service provider, with its parts named.
    var path: String {
        endpoint.dialect == .v2
            ? endpoint.path.split(separator: "/").dropFirst(3).joined(separator: "/")
            : endpoint.path
    }

    var now: Int64 { call.now }
    var clientID: String { call.client?.id ?? "" }
    var statement: String { call.client?.statement ?? "" }
    var device: String? { try? call.deviceIdentifier() }

    /// The device, the app and the service provider.
    var holder: ByteExactName {
        ByteExactName(clientID, device ?? "", call.part("serviceProvider"))
    }

    /// Method and path as they were sent.
    var line: ByteExactName { ByteExactName(call.request.method.rawValue, call.request.path ?? "") }

    /// The properties that make two requests the same: method, path, body, and the fields of the
    /// device in any order.
    var fingerprint: ByteExactName {
        let fields = call.request.headerFields.filter { field in
            (DocumentedNames.prefixes + ["x-device-info"]).contains(
                where: field.name.canonicalName.hasPrefix)
        }
        return ByteExactName(
            clientID, line.text,
            fields.map { "\($0.name.canonicalName): \($0.value)" }.sorted().joined(separator: "\n"),
            Hexadecimal.text(PseudonymousID.digest(String(decoding: call.body, as: UTF8.self))))
    }

    /// The access token.
    var token: ByteExactName { ByteExactName(call.request.headerFields[.authorization] ?? "") }

    /// The resources of a decision, in order.
    var resources: [String] {
        (JSONText.read(call.body)?["resources"]?.elements ?? []).compactMap(\.text).sorted()
    }

    func has(_ field: String) -> Bool { call.field(field) != nil }
}
#endif
