#if Sandbox
import AdobePass
import PayloadCoding

@testable import PassSandbox

/// One device that signs on through its framework, as an app of REST API v1 or v2 does it.
struct DeviceExchange: Sendable {
    let number: Int
    let api: APIVersion
    let device: String
    let client: Pass.Client
    let account: SandboxSubscriberAccount
    /// What is told about every error, for the search for leaks.
    let tell: @Sendable (Pass.ExchangeError) -> Void

    private struct Presentation {
        let response: EncodedPayload
        let status: Pass.PartnerFrameworkStatus
    }

    /// What must not happen, in words.
    private struct Defect: Error {
        let text: String
    }

    private static let mvpd = Pass.MVPDIdentifier(rawValue: "Cablevision")

    func run() async -> ExchangeReport {
        var report = ExchangeReport(device: device)
        do {
            let presentation = try await obtainResponse()
            try await exchange(presentation, &report)
            report.end = .profile
        } catch let error as Pass.ExchangeError {
            tell(error)
            report.end = ExchangeEnd(error)
        } catch {
            report.end = .unexplained((error as? Defect)?.text ?? "an error of another type")
        }
        return report
    }

    // MARK: The response

    private func obtainResponse() async throws -> Presentation {
        var picker = PlatformSSO.MetadataRequest.currentSignIn()
        picker.isInterruptionAllowed = true
        guard let signIn = await account.answer(to: picker, prompting: true).metadata,
            signIn.accountProviderIdentifier != nil
        else { throw Defect(text: "the framework signs nobody in") }
        let status = Pass.PartnerFrameworkStatus(
            accessStatus: .granted, provider: signIn.accountProviderIdentifier,
            expirationDate: signIn.authenticationExpirationDate)
        let (token, names) = try await verificationToken(status)
        let answer = await account.answer(
            to: .attributeQuery(
                attributeNames: names, verificationToken: token, isInterruptionAllowed: false),
            prompting: false)
        guard let response = answer.metadata?.samlAttributeQueryResponse else {
            throw Defect(text: "the framework gives no response")
        }
        return Presentation(
            response: PayloadEncoder().payload(encoding: Array(response.utf8)), status: status)
    }

    private func verificationToken(
        _ status: Pass.PartnerFrameworkStatus
    ) async throws -> (String, [String]) {
        switch api {
        case .v1:
            let token = try await client.v1.profileRequest(mvpd: Self.mvpd, platform: .tvOS)
            return (token, ["uid", "NameID", "uniqueId"])
        case .v2:
            let session = try await client.v2.partnerSession(
                status: status, domainName: "adobe.com", redirectURL: "app://done")
            guard let request = session.authenticationRequest else {
                throw Defect(text: "the session has no query")
            }
            return (request.request, request.attributeNames)
        }
    }

    // MARK: The exchange

    /// Presents the response; when the answer is lost, looks what there is and tries again.
    private func exchange(
        _ presentation: Presentation, _ report: inout ExchangeReport
    ) async throws {
        while true {
            do throws(Pass.ExchangeError) {
                try await present(presentation)
                break
            } catch {
                guard error.transport?.mayHaveReachedServer == true, report.lostAnswers < 5
                else { throw error }
                tell(error)
                report.lostAnswers += 1
                if let found = try await read(presentation, &report) {
                    report.foundAfterLoss += 1
                    // Every other app believes what it reads, the others present again.
                    if !number.isMultiple(of: 4) {
                        try await repeatPresentation(presentation, of: found, &report)
                    }
                    return
                }
            }
        }
        guard try await read(presentation, &report) != nil else {
            throw Defect(text: "a profile that was obtained cannot be read")
        }
    }

    private func present(_ presentation: Presentation) async throws(Pass.ExchangeError) {
        switch api {
        case .v1:
            try await client.v1.createAuthenticationToken(
                mvpd: Self.mvpd, platform: .tvOS, samlResponse: presentation.response)
        case .v2:
            _ = try await client.v2.partnerProfile(
                status: presentation.status, samlResponse: presentation.response)
        }
    }

    /// Presents a response that was exchanged already, and looks whether that changed anything.
    private func repeatPresentation(
        _ presentation: Presentation, of found: Pass.Timestamp, _ report: inout ExchangeReport
    ) async throws {
        report.repetitions += 1
        do { try await present(presentation) } catch {
            // Whatever became of it, there is a profile.
            tell(error)
        }
        if try await read(presentation, &report) != found { report.hasChangedProfile = true }
    }

    /// The end of the device's profile, `nil` if it has none; tries until the server answers.
    private func read(
        _ presentation: Presentation, _ report: inout ExchangeReport
    ) async throws -> Pass.Timestamp? {
        var attempts = 0
        while true {
            do throws(Pass.ExchangeError) {
                return try await readOnce(presentation, &report)
            } catch {
                tell(error)
                attempts += 1
                guard attempts < 20 else { throw error }
            }
        }
    }

    private func readOnce(
        _ presentation: Presentation, _ report: inout ExchangeReport
    ) async throws(Pass.ExchangeError) -> Pass.Timestamp? {
        switch api {
        case .v1:
            do throws(Pass.ExchangeError) {
                let token = try await client.v1.authenticationToken()
                report.mostProfiles = max(report.mostProfiles, 1)
                return token.expires
            } catch {
                guard error.status == 404 else { throw error }
                return nil
            }
        case .v2:
            let profiles = try await client.v2.profiles(status: presentation.status).all
            report.mostProfiles = max(report.mostProfiles, profiles.count)
            return profiles.first?.notAfter
        }
    }
}
#endif
