internal import PayloadCoding

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Pass {
    /// Decrypts user metadata that Adobe Pass encrypts for a programmer's certificate.
    public protocol MetadataDecryptor: Sendable {
        /// Decrypts a value.
        ///
        /// - Parameter ciphertext: The bytes of the encrypted value.
        /// - Returns: The bytes of the readable value.
        /// - Throws: Any error, if the key does not fit or the value is damaged.
        func decrypt(_ ciphertext: [UInt8]) throws -> [UInt8]
    }
}

extension RESTv2.Attribute {
    /// The value, decrypted if it has to be.
    ///
    /// - Parameter decryptor: What decrypts it.
    /// - Returns: The value. What is decrypted is a string, unless it is the text of a JSON list or
    ///   object.
    /// - Throws: `Pass.ExchangeError` with `decryptionFailed` if it cannot be decrypted.
    public func readableValue(
        using decryptor: any Pass.MetadataDecryptor
    ) throws(Pass.ExchangeError) -> Pass.JSONValue {
        state.isEncrypted ? try value.decrypted(by: decryptor) : value
    }
}

extension RESTv1.UserMetadata {
    /// A property's value, decrypted if it has to be.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - decryptor: What decrypts it.
    /// - Returns: The value; `nil` if there is no such property.
    /// - Throws: `Pass.ExchangeError` with `decryptionFailed` if it cannot be decrypted.
    public func readableValue(
        of name: String, using decryptor: any Pass.MetadataDecryptor
    ) throws(Pass.ExchangeError) -> Pass.JSONValue? {
        guard let value = data[name] else { return nil }
        return encrypted.contains(name) ? try value.decrypted(by: decryptor) : value
    }
}

extension Pass.JSONValue {
    fileprivate func decrypted(
        by decryptor: any Pass.MetadataDecryptor
    ) throws(Pass.ExchangeError) -> Pass.JSONValue {
        guard let text, let ciphertext = try? Base64.decodeWrapped(Array(text.utf8)),
            let bytes = try? decryptor.decrypt(ciphertext),
            let readable = UTF8Text.string(bytes)
        else { throw Pass.ExchangeError(.decryptionFailed) }
        guard JSONNesting.isDecodable(bytes) else { return .string(readable) }
        switch try? JSONDecoder().decode(Pass.JSONValue.self, from: Data(bytes)) {
        case .array(let values): return .array(values)
        case .object(let members): return .object(members)
        default: return .string(readable)
        }
    }
}
