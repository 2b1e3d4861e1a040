#if Sandbox
/// Which MVPDs a requestor has, as REST API v1 tells it.
///
/// Adobe shows no body. The JSON is that of v2 with `requiredMetadataFields`; the XML has elements of
/// the same names, and `requiredMetadataFields` one `requiredMetadataField` for each.
enum RequestorConfiguration {
    @Sendable static func answer(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, call.parts["requestor"])
        return try .body(
            call, root: "config",
            ["requestor": ConfigurationAnswer.requestor(call, provider, namesAttributes: true)],
            items: [
                "domains": "domain", "mvpds": "mvpd",
                "requiredMetadataFields": "requiredMetadataField",
            ])
    }
}
#endif
