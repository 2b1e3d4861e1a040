internal import PayloadCoding

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Pass {
    /// The description of a device in `X-Device-Info`.
    ///
    /// The server merges it with what it derives from the request. A device it cannot place falls
    /// under stricter rules, a shorter sign-in for instance.
    public struct DeviceInformation: Hashable, Sendable, Codable, RedactedValue {
        /// The kind of device.
        public var primaryHardwareType: HardwareType?
        /// The model, `iPhone` for instance.
        public var model: String
        /// The version of the model, `8,1` for instance.
        public var version: String
        /// The manufacturer of the device.
        public var manufacturer: String?
        /// The vendor of the device.
        public var vendor: String?
        /// The name of the operating system.
        public var osName: SystemName
        /// The family of the operating system, `iOS` or `tvOS` for instance.
        public var osFamily: String?
        /// The vendor of the operating system, `Apple` for instance.
        public var osVendor: String?
        /// The version of the operating system.
        public var osVersion: String
        /// The name of the user agent, `Safari` for instance.
        public var browserName: String?
        /// The vendor of the user agent, `Apple` for instance.
        public var browserVendor: String?
        /// The version of the user agent.
        public var browserVersion: String?
        /// The name of the user agent.
        public var userAgent: String?
        /// The width of the screen in pixels.
        public var displayWidth: Int?
        /// The height of the screen in pixels.
        public var displayHeight: Int?
        /// The resolution of the screen in pixels per inch.
        public var displayPpi: Int?
        /// The size of the screen in inches.
        public var diagonalScreenSize: Double?
        /// From which address the device is connected.
        public var connectionIp: String?
        /// From which port the device is connected.
        public var connectionPort: String?
        /// The kind of network.
        public var connectionType: ConnectionType
        /// A Boolean value that indicates whether the network is a secure one, not a public hot
        /// spot.
        public var connectionSecure: Bool?
        /// The app.
        public var applicationId: String?

        /// Creates device information with what REST API v2 requires.
        ///
        /// - Parameters:
        ///   - primaryHardwareType: The kind of device.
        ///   - model: The model.
        ///   - version: The version of the model.
        ///   - osName: The name of the operating system.
        ///   - osVersion: The version of the operating system.
        ///   - connectionType: The kind of network.
        public init(
            primaryHardwareType: HardwareType?, model: String, version: String, osName: SystemName,
            osVersion: String, connectionType: ConnectionType
        ) {
            self.primaryHardwareType = primaryHardwareType
            self.model = model
            self.version = version
            self.osName = osName
            self.osVersion = osVersion
            self.connectionType = connectionType
        }

        /// The value of `X-Device-Info` for REST API v2 and client registration: Base64.
        ///
        /// - Returns: The value.
        public func base64() -> String {
            String(decoding: Base64.encoding(json), as: UTF8.self)
        }

        /// The value of `X-Device-Info` for REST API v1: Base64, then percent-encoded.
        ///
        /// - Returns: The value.
        public func percentEncodedBase64() -> String {
            var bytes: [UInt8] = []
            PercentEncoding.encode(Base64.encoding(json), into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The members in the order of their names, so that the same device always sends the same.
        private var json: [UInt8] { HeaderJSON.bytes(of: self) }
    }
}

/// JSON as it goes into header values.
enum HeaderJSON {
    static func bytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that JSON has no words for fail: a server refuses an empty object by name.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }

    static func base64(of value: some Encodable) -> String {
        String(decoding: Base64.encoding(bytes(of: value)), as: UTF8.self)
    }
}
