import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// One row of kind `enc`: a document with an `EncryptedData` in it, and the keys to decrypt it with.
struct EncryptionVector {
    private let row: Vector
    private let folder: URL

    init(_ row: Vector, in folder: URL) {
        self.row = row
        self.folder = folder
    }

    /// What becomes of it, with everything accepted that can be.
    ///
    /// - Throws: A `VectorMismatch` where what it says is something else than the row expects.
    func outcome() throws -> VectorOutcome {
        do {
            let document = try XML.Document(parsing: contents(of: row.path))
            let data = try XCTUnwrap(document.rootElement.encryptedData, "Nothing is encrypted.")
            let policy = XMLEnc.Policy(allowsCBC: true, allowsRSA15: true)
            let decryptor = try Decryptor(
                keys: KeyFiles(row, in: folder).keys(for: data), policy: policy)
            let plaintext = try decryptor.plaintext(of: decryptor.content(of: data))
            if row.expected != "invalid" { try check(plaintext.bytes, of: data, in: document) }
            return .accepted
        } catch let error as XML.ParsingError {
            return .refused(error.code.rawValue)
        } catch let failure as DecryptionFailure {
            return .refused(failure.code.rawValue)
        }
    }

    /// Compares with the file the row names: the bytes themselves, or, where the data stand inside
    /// a document, the canonical form of the document with them in their place.
    private func check(
        _ bytes: [UInt8], of data: XML.Element, in document: XML.Document
    ) throws {
        let expected = try contents(of: String(row.expected.dropFirst("file:".utf8.count)))
        if row.parameters["output_filter"] == "base64" {
            guard try Base64.decodeWrapped(expected) == bytes else {
                throw VectorMismatch(row: row.id)
            }
        } else if data == document.rootElement, data[attribute: XML.QualifiedName("Type")] == nil {
            guard expected == bytes else { throw VectorMismatch(row: row.id) }
        } else {
            let range = data.sourceRange
            let whole =
                Array(document.utf8[..<range.lowerBound])
                + bytes + document.utf8[range.upperBound...]
            let method = XML.CanonicalizationMethod(.exclusive)
            guard
                try XML.Document(parsing: whole).canonicalForm(using: method).bytes
                    == XML.Document(parsing: expected).canonicalForm(using: method).bytes
            else { throw VectorMismatch(row: row.id) }
        }
    }

    private func contents(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: path)))
    }
}

/// Something was decrypted and is not what the row expects.
struct VectorMismatch: Error {
    let row: String
}

/// The keys among the options of a row's xmlsec1 command.
private struct KeyFiles {
    private let words: [String]

    init(_ row: Vector, in folder: URL) {
        words = (row.parameters["xmlsec_args"] ?? "").split(separator: " ").map {
            String($0).replacing("{V}", with: folder.path)
        }
    }

    /// The keys that can be given to a decryptor.
    ///
    /// Of a file of keys it is the one the data name. Keys of other kinds, such as those of Camellia
    /// or those that others are derived from, cannot be given, but a decryptor must have a key to
    /// come to the reason why it refuses: it is given one that decrypts nothing.
    func keys(for data: XML.Element) throws -> [DecryptionKey] {
        var keys: [DecryptionKey] = []
        for (option, value) in zip(words, words.dropFirst()) {
            if option == "--keys-file" {
                keys += try Self.keys(inFile: value, named: data.keyNames)
            } else if option.hasPrefix("--aes-key") || option == "--aeskey" {
                keys.append(try DecryptionKey(aes: Self.bytes(value)))
            } else if option.hasPrefix("--pkcs12"), let password {
                keys += try PKCS12.rsaKeys(inFile: value, password: password)
            }
        }
        return try keys.isEmpty ? [DecryptionKey(aes: [UInt8](repeating: 0xA5, count: 24))] : keys
    }

    private var password: String? {
        zip(words, words.dropFirst()).first { $0.0 == "--pwd" }?.1
    }

    private static func keys(
        inFile path: String, named names: [String]
    ) throws -> [DecryptionKey] {
        let document = try XML.Document(parsing: bytes(path))
        return try document.rootElement.childElements.filter { info in
            info.descendants("KeyName").contains { names.contains($0.textContent.trimmed) }
        }.flatMap { info in
            try info.descendants("AESKeyValue").map { value in
                try DecryptionKey(aes: Base64.decodeWrapped(Array(value.textContent.utf8)))
            }
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: path)))
    }
}

/// Files of PKCS #12, which only the `openssl` command opens.
enum PKCS12 {
    private static let command = URL(filePath: "/usr/bin/openssl")

    static var isReadable: Bool { FileManager.default.isExecutableFile(atPath: command.path) }

    /// The RSA key in a file, or none where it holds another one.
    static func rsaKeys(inFile path: String, password: String) throws -> [DecryptionKey] {
        let process = Process()
        process.executableURL = command
        process.arguments = [
            "pkcs12", "-in", path, "-nocerts", "-nodes", "-legacy", "-passin", "pass:\(password)",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (try? DecryptionKey(pemEncoded: text)).map { [$0] } ?? []
    }
}

extension XML.Element {
    /// The first `EncryptedData` of the subtree.
    fileprivate var encryptedData: XML.Element? { descendants("EncryptedData").first }

    /// The texts of all `KeyName` of the subtree.
    fileprivate var keyNames: [String] { descendants("KeyName").map(\.textContent.trimmed) }

    fileprivate func descendants(_ localName: String) -> [XML.Element] {
        (name.localName == localName ? [self] : [])
            + childElements.flatMap { $0.descendants(localName) }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
