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
        /// What the device is made of.
        public let hardware: Hardware?
        /// The system on the device.
        public let operatingSystem: OperatingSystem?
        /// The user agent on the device.
        public let browser: Browser?
        /// The screen of the device.
        public let display: Display?
        /// The app.
        public let applicationID: String?
        /// How the device is connected.
        public let connection: Connection?

        enum CodingKeys: String, WireKey {
            case type, model, version, hardware, operatingSystem, browser, display, connection
            case applicationID = "applicationId"
        }

        /// That this is a device; never whose.
        public var description: String { "device of a session" }
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

        enum CodingKeys: String, WireKey {
            case major, minor, patch, profile
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            major = try values.text(.major)
            minor = try values.text(.minor)
            patch = try values.text(.patch)
            profile = try values.text(.profile)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }

    /// What the device is made of.
    public struct Hardware: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// Who sells it.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// Who makes it.
        public let manufacturer: String?

        enum CodingKeys: String, WireKey {
            case name, vendor, version, manufacturer
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.text(.name)
            vendor = try values.text(.vendor)
            version = try values.text(.version)
            manufacturer = try values.text(.manufacturer)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }

    /// The system on the device.
    public struct OperatingSystem: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// The family it belongs to.
        public let family: String?
        /// Who makes it.
        public let vendor: String?
        /// Its version.
        public let version: String?

        enum CodingKeys: String, WireKey {
            case name, family, vendor, version
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.text(.name)
            family = try values.text(.family)
            vendor = try values.text(.vendor)
            version = try values.text(.version)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }

    /// The user agent on the device.
    public struct Browser: Hashable, Sendable, Codable, RedactedValue {
        /// Its name.
        public let name: String?
        /// Who makes it.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// What it calls itself.
        public let userAgent: String?
        /// What the request called it.
        public let originalUserAgent: String?

        enum CodingKeys: String, WireKey {
            case name, vendor, version, userAgent, originalUserAgent
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.text(.name)
            vendor = try values.text(.vendor)
            version = try values.text(.version)
            userAgent = try values.text(.userAgent)
            originalUserAgent = try values.text(.originalUserAgent)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }

    /// The screen of the device.
    public struct Display: Hashable, Sendable, Codable, RedactedValue {
        /// How many pixels wide.
        public let width: String?
        /// How many pixels high.
        public let height: String?
        /// How many pixels to the inch.
        public let ppi: String?
        /// Its name.
        public let name: String?
        /// Who makes it.
        public let vendor: String?
        /// Its version.
        public let version: String?
        /// How large, in inches.
        public let diagonalSize: String?

        enum CodingKeys: String, WireKey {
            case width, height, ppi, name, vendor, version, diagonalSize
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            width = try values.text(.width)
            height = try values.text(.height)
            ppi = try values.text(.ppi)
            name = try values.text(.name)
            vendor = try values.text(.vendor)
            version = try values.text(.version)
            diagonalSize = try values.text(.diagonalSize)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }

    /// How the device is connected.
    public struct Connection: Hashable, Sendable, Codable, RedactedValue {
        /// From which address.
        public let ipAddress: String?
        /// From which port.
        public let port: String?
        /// Whether the network is a secure one.
        public let secure: String?
        /// The kind of network.
        public let type: String?

        enum CodingKeys: String, WireKey {
            case ipAddress, port, secure, type
        }

        /// Creates a part from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no object.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            ipAddress = try values.text(.ipAddress)
            port = try values.text(.port)
            secure = try values.text(.secure)
            type = try values.text(.type)
        }

        /// That this is a part of a device; never of whose.
        public var description: String { "part of a device" }
    }
}
