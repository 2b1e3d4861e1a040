import AdobePass
import Hummingbird

/// What an app sends: what the framework on the device said, and which device it is.
struct Capture: Decodable {
    /// `frameworkStatus`: what becomes `AP-Partner-Framework-Status`.
    struct FrameworkStatus: Decodable {
        let accessStatus: Pass.AccessStatus
        let accountProviderIdentifier: Pass.PlatformMappingIdentifier?
        /// In milliseconds since 1970.
        let authenticationExpirationDate: Int64?
    }

    let samlAttributeQueryResponse: String
    let frameworkStatus: FrameworkStatus
    let deviceIdentifier: String
    let device: Pass.DeviceInformation

    var status: Pass.PartnerFrameworkStatus {
        Pass.PartnerFrameworkStatus(
            accessStatus: frameworkStatus.accessStatus,
            provider: frameworkStatus.accountProviderIdentifier,
            expirationDate: frameworkStatus.authenticationExpirationDate.map(
                Pass.Timestamp.init(milliseconds:)))
    }
}

/// What the app is told: how the profile came about, and when it holds in milliseconds since 1970.
struct Validity: ResponseEncodable {
    let type: RESTv2.ProfileType
    let notBefore: Int64?
    let notAfter: Int64

    init(_ profile: RESTv2.Profile) {
        type = profile.type
        notBefore = profile.notBefore?.milliseconds
        notAfter = profile.notAfter.milliseconds
    }
}

/// A request, with the address it comes from and a limit to its body.
struct CaptureContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let deviceAddress: String?
    var maxUploadSize: Int { 256 * 1024 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        deviceAddress = source.channel.remoteAddress?.ipAddress
    }
}
