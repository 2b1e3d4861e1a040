internal import AdobePass

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The content of a persistent storage, as JSON.
struct StorageDocument: Codable {
    /// The data of one registration.
    struct Registration: Codable {
        /// The address of the registration.
        let address: String
        /// The software statement of the registration.
        let softwareStatement: String
        var credentials: DCR.ClientCredentials?
        var accessToken: DCR.AccessToken?

        fileprivate func belongs(to key: Pass.StorageKey) -> Bool {
            address.utf8.elementsEqual(key.registration.text.utf8)
                && softwareStatement.utf8.elementsEqual(key.softwareStatement.utf8)
        }
    }

    /// The version of the format.
    private var version = 1
    /// The identifier of this device, if the storage was asked for one.
    var deviceIdentifier: String?
    /// The user's TV provider by service provider.
    var mvpds: [String: String]?
    private var registrations: [Registration] = []

    /// An empty document.
    init() {}

    /// Reads a document.
    ///
    /// - Throws: If the bytes are not a document of this version.
    init(_ bytes: [UInt8]) throws(Pass.StorageError) {
        guard let document = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            document.version == 1
        else { throw Pass.StorageError(.notAStorage) }
        self = document
    }

    /// The data of a registration, if there is any.
    subscript(key: Pass.StorageKey) -> Registration? {
        registrations.first { $0.belongs(to: key) }
    }

    /// Changes what belongs to a registration.
    mutating func change(_ key: Pass.StorageKey, _ change: (inout Registration) -> Void) {
        var registration =
            self[key]
            ?? Registration(
                address: key.registration.text, softwareStatement: key.softwareStatement)
        change(&registration)
        registrations.removeAll { $0.belongs(to: key) }
        registrations.append(registration)
    }

    /// The bytes of the document.
    func bytes() throws(Pass.StorageError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { throw Pass.StorageError(.unwritable) }
        return Array(data)
    }
}
