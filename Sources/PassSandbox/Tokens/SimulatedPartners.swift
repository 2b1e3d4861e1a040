internal import AdobePass

/// The MVPDs that the sandbox plays.
struct SimulatedPartners: PartnerExchange {
    init(configuration: SandboxConfiguration, clock: any Pass.Clock) throws {}

    private static var missing: PartnerRefusal {
        PartnerRefusal(reason: "noPartner", message: "The sandbox plays no MVPD.")
    }

    func query(
        to mvpd: SandboxConfiguration.MVPD, serviceProvider: String, platform: Pass.Platform,
        id: String, now: Int64
    ) async throws -> String { throw Self.missing }

    func admit(
        _ formValue: String, from mvpd: SandboxConfiguration.MVPD, answering queries: [QueryRecord],
        holder: Holder, now: Int64
    ) async -> Result<AdmittedSubscriber, PartnerRefusal> { .failure(Self.missing) }

    func response(
        to query: String, from mvpd: SandboxConfiguration.MVPD, attributeNames: [String],
        subscriber: String?, style: String?, now: Int64
    ) async throws -> String { throw Self.missing }

    func file(_ name: String, of mvpd: SandboxConfiguration.MVPD) async throws -> [UInt8]? { nil }
}
