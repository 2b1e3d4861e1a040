import AdobePass
import HTTPTypes
import WireText

/// The sandbox's stand-in for Apple's framework, at the address of Adobe Pass.
///
/// It receives the device identifier, which is private: only a host of this computer, or one that
/// says it is a sandbox, is asked.
struct SandboxFramework {
    /// The path at which a sandbox says that it is one.
    private static let path = "/sandbox"
    /// The name that a sandbox gives itself.
    private static let name = "swift-saml sandbox"

    let session: PassSession

    /// Returns a transport to the framework, below the path of the base URL.
    ///
    /// - Throws: ``CommandFailure`` if the host is not a sandbox.
    func transport() async throws(CommandFailure) -> any Pass.Transport {
        let transport = PrefixingTransport(
            transport: try BuiltTransport.make(isLocal: session.isLocal),
            prefix: session.baseURL.prefix, clock: session.clock, end: session.end)
        guard session.isLocal else {
            guard await saysItIsASandbox(transport) else {
                throw CommandFailure(
                    .usage,
                    "\(session.baseURL.text) is not a sandbox, so it cannot play Apple's framework, "
                        + "and is not told the device identifier. Play captured answers with "
                        + "--platform-sso replay:DIR.")
            }
            return transport
        }
        return transport
    }

    private func saysItIsASandbox(_ transport: any Pass.Transport) async -> Bool {
        let head = HTTPRequest(
            method: .get, scheme: session.baseURL.scheme, authority: session.baseURL.authority,
            path: Self.path)
        guard
            let response = try? await transport.send(
                Pass.Request(head: head, timeout: .seconds(10))),
            response.head.status == .ok
        else { return false }
        return response.body.elementsEqual(#"{"service":"\#(Self.name)"}"#.utf8)
    }
}

/// Puts the path of a base URL before that of every request, and ends each with the run.
private struct PrefixingTransport: Pass.Transport {
    let transport: any Pass.Transport
    let prefix: String
    let clock: any Pass.Clock
    let end: Pass.Timestamp

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        var request = request
        request.head.path = prefix + (request.head.path ?? "/")
        let rest = end.milliseconds - clock.now().milliseconds
        request.timeout = min(request.timeout, .milliseconds(max(rest, 1)))
        return try await transport.send(request)
    }
}
