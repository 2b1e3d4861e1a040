#if Sandbox
/// Which MVPDs a requestor has, as REST API v1 tells it.
///
/// Adobe shows no body. The JSON is that of v2 with `requiredMetadataFields`; the XML has elements of
/// the same names, and `requiredMetadataFields` one `requiredMetadataField` for each.
enum RequestorConfiguration {
    @Sendable static func answer(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, call.parts["requestor"])
        let requestor = ConfigurationAnswer.requestor(
            provider, mvpds: call.state.mvpds(of: provider.id)
        ) { mvpd in
            var members = ConfigurationAnswer.members(of: mvpd)
            if let platform = mvpd.platform {
                members.append(
                    (
                        "requiredMetadataFields",
                        .list(platform.attributeNames.map { .text($0) })
                    ))
            }
            return members
        }
        return try .body(
            call, root: "config", ["requestor": requestor],
            items: [
                "domains": "domain", "mvpds": "mvpd",
                "requiredMetadataFields": "requiredMetadataField",
            ])
    }
}
#endif
