internal import CryptoExtras
internal import XMLCore
internal import XMLSecurity

/// Writes, signs and encrypts a response as its style wants it.
struct ResponseSigning {
    let mvpd: SimulatedMVPD
    let style: ResponseStyle

    /// The response as the MVPD sends it.
    ///
    /// - Parameter draft: What it says.
    /// - Returns: XML without a declaration.
    /// - Throws: What signing or encrypting throws.
    func text(of draft: ResponseDraft) throws -> String {
        guard style != .statusNotSuccess else {
            return try signing(draft.id, in: draft.response(around: nil).text())
        }
        var assertion = draft.assertion.text(innerLayout, depth: 1)
        if style != .responseSigned { assertion = try signing(draft.assertionID, in: assertion) }
        if style == .encrypted, let recipient = mvpd.serviceProvider.key.rsa?.publicKey {
            assertion = try AssertionEncryption(recipient: recipient).text(of: assertion)
        }
        let response = draft.response(around: assertion).text(outerLayout)
        return style == .responseSigned ? try signing(draft.id, in: response) : response
    }

    private var innerLayout: ElementMarkup.Layout {
        switch style {
        case .prettyPrinted: .indented
        case .crlf: .indentedWithCRLF
        default: .singleLine
        }
    }

    private var outerLayout: ElementMarkup.Layout {
        style == .indentedAround ? .indented : innerLayout
    }

    private func signing(_ id: String, in text: String) throws -> String {
        switch style {
        case .unsigned: text
        case .sha1: try SHA1Signature(key: mvpd.key).signing(id, in: text)
        case .ecdsa: try signing(id, in: text, with: mvpd.p256Key)
        default: try signing(id, in: text, with: mvpd.key)
        }
    }

    private func signing(_ id: String, in text: String, with key: SandboxKey) throws -> String {
        let bytes = try key.signer.signing(id, in: Array(text.utf8), after: .issuer)
        return String(decoding: bytes, as: UTF8.self)
    }
}
