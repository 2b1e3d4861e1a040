#if canImport(Security)
internal import AdobePass
internal import Security

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One item of the keychain, which stays on this device.
///
/// It was neither compiled nor run.
struct KeychainItem: StoragePlace {
    let service: String
    let accessGroup: String?

    /// The attributes that identify the item.
    private var query: [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccount: "Adobe Pass", kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }

    func read() throws(Pass.StorageError) -> [UInt8]? {
        var query = self.query
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        switch status {
        case errSecSuccess:
            guard let data = result as? Data else { throw Pass.StorageError(.notAStorage) }
            return Array(data)
        case errSecItemNotFound: return nil
        default: throw Pass.StorageError(.unreadable, systemError: status)
        }
    }

    /// Deletes the item: a secret that cannot be read has no other place.
    func setAside() throws(Pass.StorageError) {
        let status = SecItemDelete(query as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw Pass.StorageError(.unwritable, systemError: status)
        }
    }

    func write(_ bytes: [UInt8]) throws(Pass.StorageError) {
        let content: [CFString: Any] = [
            kSecValueData: Data(bytes),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query as CFDictionary, content as CFDictionary)
        if status == errSecItemNotFound {
            let item = query.merging(content) { _, new in new }
            status = unsafe SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else {
            throw Pass.StorageError(.unwritable, systemError: status)
        }
    }
}
#endif
