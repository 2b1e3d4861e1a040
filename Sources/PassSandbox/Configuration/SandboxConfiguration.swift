/// The content of a sandbox, and its behavior where Adobe Pass leaves a choice.
///
/// Every member may be left out of a JSON document; ``standard`` says what holds then.
package struct SandboxConfiguration: Codable, Equatable, Sendable {
    /// The service providers.
    package var serviceProviders: [ServiceProvider]
    /// The software statements that may register; a statement is compared as text.
    package var softwareStatements: [SoftwareStatement]
    /// The MVPDs.
    var mvpds: [MVPD]
    /// The lifetimes.
    var lifetimes = Lifetimes()
    /// The limits of one call.
    var limits = Limits()
    /// The throttling of requests.
    package var throttle = Throttle()
    /// The choices that the documentation leaves open.
    package var choices = Choices()
    /// The encryption of user metadata; `nil` encrypts nothing.
    var metadataEncryption: MetadataEncryption?
    /// The injected faults.
    package var faults = FaultPlan()
}
