import Foundation
import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// One row of kind `dsig`: a document, a signature in it and the keys to verify it with.
struct SignatureVector {
    let document: XML.Document
    let signature: XML.Element
    let keys: [TrustedKey]
    let secrets: [XMLDSig.SharedSecret]

    /// The attributes that identify elements where a row does not say which.
    private static let usualIdentifiers = ["ID", "Id", "id"]
    private static let securityUtility = XML.Namespace(
        rawValue: "http://docs.oasis-open.org/wss/2004/01/"
            + "oasis-200401-wss-wssecurity-utility-1.0.xsd")

    init(_ vector: Vector, in folder: URL) throws {
        let names =
            vector.parameters["id_attrs"]?.split(separator: ",").map(String.init)
            ?? Self.usualIdentifiers
        document = try XML.Document(
            parsing: Data(contentsOf: folder.appending(path: vector.path)),
            limits: XML.ParsingLimits(nodeCount: 2_000_000),
            identifierAttributes: XML.Document.standardIdentifierAttributes
                + names.map { XML.QualifiedName($0) }
                + [XML.QualifiedName("Id", in: Self.securityUtility)])
        let ordinal = vector.parameters["sig"].flatMap { Int($0) } ?? 0
        let signatures = document.rootElement.signatures.dropFirst(ordinal)
        signature = try XCTUnwrap(signatures.first, "There is no signature \(ordinal).")
        let files = KeyFiles(vector, in: folder)
        keys = try files.keys()
        secrets = try files.secrets()
    }

    /// The signature by the verifier of any layout, under the policy that knows most.
    func verified() throws(XMLDSig.InteroperabilityFailure) -> XMLDSig.VerifiedSignature {
        try XMLDSig.InteroperabilityVerifier(
            trusting: keys, secrets: secrets, policy: .legacySHA1,
            parsingLimits: XML.ParsingLimits(nodeCount: 2_000_000)
        ).verifiedSignature(signature, in: document)
    }
}

/// The keys a row names: pinned ones, or those among the options of its xmlsec1 command.
private struct KeyFiles {
    let parameters: [String: String]
    let folder: URL

    init(_ vector: Vector, in folder: URL) {
        parameters = vector.parameters
        self.folder = folder
    }

    /// The public keys that can be read: of DSA and other kinds there are none here.
    func keys() throws -> [TrustedKey] {
        let pinned = try parameters["pinned_key"].map { try [contents($0)] }
        let files = try pinned ?? files(after: ["--pubkey", "--trusted"])
        return files.flatMap { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let key = (try? TrustedKey(derEncoded: Array(bytes))).map { [$0] }
            return key ?? (try? TrustedKey.keys(pemEncoded: text)) ?? []
        }
    }

    func secrets() throws -> [XMLDSig.SharedSecret] {
        let named = try parameters["hmac_key"].map { try [contents($0)] }
        return try (named ?? files(after: ["--hmackey"]))
            .compactMap { XMLDSig.SharedSecret(bytes: Array($0)) }
    }

    /// The files that follow options with these beginnings.
    private func files(after options: [String]) throws -> [Data] {
        let words = parameters["xmlsec_args"]?.split(separator: " ") ?? []
        return try zip(words, words.dropFirst()).compactMap { option, value in
            guard options.contains(where: { option.hasPrefix($0) }) else { return nil }
            return try contents(value.replacing("{V}/", with: ""))
        }
    }

    private func contents(_ path: some StringProtocol) throws -> Data {
        try Data(contentsOf: folder.appending(path: String(path)))
    }
}

extension XML.Element {
    /// The `Signature` elements of the subtree, in document order.
    var signatures: [XML.Element] {
        let name = XML.QualifiedName(
            "Signature", in: XML.Namespace(rawValue: "http://www.w3.org/2000/09/xmldsig#"))
        return (isNamed(name) ? [self] : []) + childElements.flatMap(\.signatures)
    }
}
