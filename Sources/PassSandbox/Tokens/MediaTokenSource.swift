/// Signs media tokens with the sandbox's key, which is made when it is first needed.
actor MediaTokenSource {
    private let state: SandboxState
    private var signer: MediaTokenSigner?

    init(state: SandboxState) { self.state = state }

    func token(_ content: MediaTokenSigner.Content) async throws -> String {
        try await ready().token(content)
    }

    /// The public key, PEM.
    func publicKeyPEM() async throws -> String { try await ready().publicKeyPEM }

    private func ready() async throws -> MediaTokenSigner {
        if let signer { return signer }
        let made = try MediaTokenSigner(pem: try await state.key(SandboxKeys.mediaTokens))
        signer = made
        return made
    }
}
