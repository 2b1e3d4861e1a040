extension SSOService {
    /// The name of a device in the list, whose form Adobe does not tell.
    public struct DeviceKey: Pass.Identifier {
        /// The name as the list has it.
        public let rawValue: String
        /// Creates a key from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The part of a device in the shared sign-in.
    public struct LinkType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The user signed in with the MVPD on it.
        public static let regular: Self = "regular"
        /// It uses the sign-in of another device.
        public static let sso: Self = "sso"
    }

    /// A device that shares the sign-in.
    public struct LinkedDevice: Hashable, Sendable, RedactedValue {
        /// The name by which it is unlinked.
        public let key: DeviceKey
        /// The device's properties by name: `model` and `osVersion` for instance.
        ///
        /// Adobe lists no names.
        public let attributes: [String: Pass.JSONValue]

        /// Its part in the shared sign-in.
        public var type: LinkType? { attributes["type"]?.text.map(LinkType.init(rawValue:)) }

        /// The last time the service saw it, by the service's clock.
        public var lastSeen: Pass.Timestamp? {
            attributes["lastSeen"]?.integer.map(Pass.Timestamp.init(milliseconds:))
        }
    }

    /// The answer of the list of devices.
    struct DevicesAnswer: Decodable, RedactedValue {
        /// The devices in the order of their keys.
        let devices: [LinkedDevice]

        enum CodingKeys: String, WireKey { case devices }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let map = try values.nestedContainer(keyedBy: MapKey.self, forKey: .devices)
            devices = try map.keysInOrder.map { key in
                LinkedDevice(
                    key: DeviceKey(rawValue: key.stringValue),
                    attributes: try map.decode(Pass.JSONValue.self, forKey: key).members ?? [:])
            }
        }
    }

    /// The answer of the call that unlinks devices.
    struct UnlinkAnswer: Decodable {
        let devices: [DeviceKey]

        enum CodingKeys: String, WireKey { case unlinkedDevices }

        init(from decoder: any Decoder) throws {
            devices = try decoder.container(keyedBy: CodingKeys.self).list(.unlinkedDevices)
        }
    }
}
