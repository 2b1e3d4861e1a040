internal import AdobePass
internal import WireText
internal import XMLCore

/// The state of a sandbox; the configuration does not change while it runs.
///
/// The pages use ``session(code:)``, ``mvpds(of:)``, ``complete(code:mvpd:subscriber:)``,
/// ``sessions()`` and ``profiles()``; the device's framework uses ``deviceSignIn(_:)`` and
/// ``setDeviceSignIn(_:for:)``.
actor SandboxState {
    nonisolated let configuration: SandboxConfiguration
    nonisolated let clock: any Pass.Clock
    let mirror: (any StateMirror)?
    var random: any RandomNumberGenerator & Sendable

    var clients = RecordTable<ClientRecord>("client")
    var accessTokens = RecordTable<AccessTokenRecord>("token")
    var sessionTable = RecordTable<SessionRecord>("session")
    var profileTable = RecordTable<ProfileRecord>("profile")
    var authorizations = RecordTable<[AuthorizationRecord]>("authorization")
    var temporaryAccesses = RecordTable<TemporaryAccessRecord>("temporary")
    var queries = RecordTable<[QueryRecord]>("query")
    var keys = RecordTable<KeyRecord>("key")
    var deviceSignIns = RecordTable<DeviceSignInRecord>("device")
    var logoutRedirects = RecordTable<LogoutRedirectRecord>("logout")
    var ssoGroups = RecordTable<SSOGroupRecord>("sso-group")
    var linkCodes = RecordTable<LinkCodeRecord>("link-code")

    /// Creates a state, from what `mirror` kept if there is one.
    init(
        configuration: SandboxConfiguration, clock: any Pass.Clock,
        random: any RandomNumberGenerator & Sendable, mirror: (any StateMirror)? = nil
    ) throws {
        self.configuration = configuration
        self.clock = clock
        self.random = random
        self.mirror = mirror
        for record in try mirror?.load() ?? [] {
            clients.restore(record)
            accessTokens.restore(record)
            sessionTable.restore(record)
            profileTable.restore(record)
            authorizations.restore(record)
            temporaryAccesses.restore(record)
            queries.restore(record)
            deviceSignIns.restore(record)
            logoutRedirects.restore(record)
            ssoGroups.restore(record)
            linkCodes.restore(record)
            keys.restore(record)
        }
    }

    /// The time in milliseconds.
    nonisolated var now: Int64 { clock.now().milliseconds }

    /// The time in a number of seconds, in milliseconds.
    nonisolated func end(after seconds: Int) -> Int64 { now + Int64(seconds) * 1000 }

    /// Forgets everything but the configuration and the keys.
    func reset() throws {
        try mirror?.removeAll(but: keys.kind)
        clients.removeAll()
        accessTokens.removeAll()
        sessionTable.removeAll()
        profileTable.removeAll()
        authorizations.removeAll()
        temporaryAccesses.removeAll()
        queries.removeAll()
        deviceSignIns.removeAll()
        logoutRedirects.removeAll()
        ssoGroups.removeAll()
        linkCodes.removeAll()
    }

    var recordLimit: Int { configuration.limits.records }

    // MARK: Made-up values

    /// A random UUID in its usual form.
    func makeUUID() -> String {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hexadecimal.text(bytes).utf8
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }

    /// `count` random bytes.
    func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// A text that cannot be guessed.
    func makeSecret() -> String { Hexadecimal.text(randomBytes(24)) }

    /// Seven letters and digits that no valid session has; none looks like another on a TV screen.
    func makeCode() -> String {
        let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".unicodeScalars)
        while true {
            var code = String.UnicodeScalarView()
            for _ in 0..<7 {
                code.append(alphabet[Int(random.next(upperBound: UInt64(alphabet.count)))])
            }
            if sessionTable[ByteExactName(String(code))] == nil { return String(code) }
        }
    }
}
