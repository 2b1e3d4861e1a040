#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import PayloadCoding

/// A request as the endpoints see it.
struct Call: Sendable {
    let core: SandboxCore
    let request: HTTPRequest
    /// The captured parts of the path, decoded.
    let parts: [String: String]
    let suffix: String?
    let body: [UInt8]
    let isTokenExpired: Bool
    /// The format of the answer in REST API v1, once it has been negotiated.
    var format = BodyFormat.xml
    /// The registered application, once the access token has been checked.
    var client: ClientRecord?
    /// REST API v2: the device that shares a sign-in, once its service token has been checked.
    var member: ServiceMember?

    var state: SandboxState { core.state }
    var configuration: SandboxConfiguration { core.configuration }
    var now: Int64 { core.state.now }

    func part(_ name: String) -> String { parts[name] ?? "" }

    func field(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.headerFields[$0] }
    }

    /// Returns a URL as apps can use it: with the host the request named if it has none.
    func absolute(_ url: String) -> String {
        guard url.hasPrefix("/"), let authority = request.authority else { return url }
        return "http://\(authority)\(url)"
    }

    /// The fields of the query.
    func query() throws(Refusal) -> FormFields {
        let path = request.path ?? ""
        guard let mark = path.firstIndex(of: "?") else { return FormFields() }
        return try decode(String(path[path.index(after: mark)...]))
    }

    /// The fields of the body, which has to be a form if there is one.
    func form() throws(Refusal) -> FormFields {
        guard !body.isEmpty else { return FormFields() }
        let type = request.headerFields[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            throw Refusal(
                400, .internalServerError, "notAForm",
                "The content type of the body must be application/x-www-form-urlencoded.")
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw Refusal(
                400, .internalServerError, "malformedForm", "The form is not UTF-8.")
        }
        return try decode(text)
    }

    private func decode(_ text: String) throws(Refusal) -> FormFields {
        do {
            return try FormFields(decoding: text)
        } catch {
            throw Refusal(
                400, .internalServerError, "malformedForm",
                "The form cannot be decoded, or it has a field twice.")
        }
    }
}

/// Everything that the endpoints share.
struct SandboxCore: Sendable {
    let state: SandboxState
    let limiter: RequestLimiter
    let signer: MediaTokenSigner
    let tokens: ServiceTokenSigner
    let partners: SimulatedPartners
    let memory: AppMemory
    let clock: AdjustableClock

    var configuration: SandboxConfiguration { state.configuration }
}
#endif
