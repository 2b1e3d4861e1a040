extension RESTv2 {
    /// The device that started a session, as the server sees it; every part may be unknown.
    ///
    /// Values are texts, since samples write the same member as a number and as a string.
    public struct Device: Hashable, Sendable, Codable, RedactedValue {
        /// The kind of device.
        public let type: Pass.DeviceInformation.HardwareType?
        /// The model.
        public let model: String?
        /// The version of the model.
        public let version: Version?
        /// The hardware of the device.
        public let hardware: Hardware?
        /// The system on the device.
        public let operatingSystem: OperatingSystem?
        /// The user agent on the device.
        public let browser: Browser?
        /// The screen of the device.
        public let display: Display?
        /// The app.
        public let applicationID: String?
        /// The connection of the device.
        public let connection: Connection?

        enum CodingKeys: String, WireKey {
            case type, model, version, hardware, operatingSystem, browser, display, connection
            case applicationID = "applicationId"
        }
    }
}

extension RESTv2.Device {
    /// A version in parts.
    public struct Version: Hashable, Sendable, Codable, RedactedValue {
        /// The first part.
        public let major: String?
        /// The second part.
        public let minor: String?
        /// The third part.
        public let patch: String?
        /// A name that goes with it.
        public let profile: String?

        enum CodingKeys: String, LenientKey {
            case major, minor, patch, profile
        }
    }

    /// The hardware of a device.
    public struct Hardware: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// The vendor.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// The manufacturer.
        public let manufacturer: String?

        enum CodingKeys: String, LenientKey {
            case name, vendor, version, manufacturer
        }
    }

    /// The system on the device.
    public struct OperatingSystem: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// The family it belongs to.
        public let family: String?
        /// The vendor.
        public let vendor: String?
        /// Its version.
        public let version: String?

        enum CodingKeys: String, LenientKey {
            case name, family, vendor, version
        }
    }

    /// The user agent on the device.
    public struct Browser: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// The vendor.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// The name of the user agent.
        public let userAgent: String?
        /// The name in the request.
        public let originalUserAgent: String?

        enum CodingKeys: String, LenientKey {
            case name, vendor, version, userAgent, originalUserAgent
        }
    }

    /// The screen of the device.
    public struct Display: Hashable, Sendable, Codable, RedactedValue {
        /// The width in pixels.
        public let width: String?
        /// The height in pixels.
        public let height: String?
        /// The resolution in pixels per inch.
        public let ppi: String?
        /// Its name.
        public let name: String?
        /// The vendor.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// The size in inches.
        public let diagonalSize: String?

        enum CodingKeys: String, LenientKey {
            case width, height, ppi, name, vendor, version, diagonalSize
        }
    }

    /// The connection of a device.
    public struct Connection: Hashable, Sendable, Codable, RedactedValue {
        /// From which address.
        public let ipAddress: String?
        /// From which port.
        public let port: String?
        /// The security of the network.
        public let secure: String?
        /// The kind of network.
        public let type: String?

        enum CodingKeys: String, LenientKey {
            case ipAddress, port, secure, type
        }
    }
}
