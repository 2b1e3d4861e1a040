internal import WireText

/// The devices that share a sign-in: those with the same common identifier.
struct SSOGroupRecord: Codable, Sendable, Redacted {
    var devices: [SSODeviceRecord] = []

    /// Nothing of the devices.
    var description: String { "SSOGroupRecord" }
}

/// A device that shares a sign-in.
struct SSODeviceRecord: Codable, Sendable, Redacted {
    let identifier: String
    let clientID: String
    /// The time at which it joined; a token from before is not good any more.
    let joined: Int64
    var lastSeen: Int64
    let information: JSONValue
    let userAgent: String?

    /// Nothing of the device.
    var description: String { "SSODeviceRecord" }
}

/// A code by which another device can join.
struct LinkCodeRecord: Codable, Sendable, Redacted {
    let subject: String
    let serviceProvider: String
    let notBefore: Int64
    let notAfter: Int64
    var isUsed = false

    /// Nothing of the identifier.
    var description: String { "LinkCodeRecord" }
}
