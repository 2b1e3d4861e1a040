internal import SAML2
package import SAMLBindings
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// Returns the step at which the decryption of a message failed, and what to do; `nil` for any other failure.
    ///
    /// It is for the screen of the person who holds the private keys, and part of no record, report or answer to a sender.
    package func decryptionExplanation(
        of message: CapturedMessage, judgedAs record: ProfileRecord
    ) -> String? {
        let failed = ReasonCode.encryption(.decryptionFailed)
        guard let decryptor, record.reasons.contains(where: { $0.code == failed }),
            let xml = try? decoder.envelope(from: message).xml,
            let document = try? XML.Document(parsing: xml, limits: options.parsingLimits),
            let carried = try? SAML.CarriedMessage(in: document)
        else { return nil }
        return decryptor.fault(of: carried.element)?.sentence
    }
}
