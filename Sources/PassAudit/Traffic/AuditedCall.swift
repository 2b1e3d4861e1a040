/// A request to Adobe, with the app, the device and the start of the app that it belongs to.
@dynamicMemberLookup
struct AuditedCall: Sendable {
    let exchange: AuditedExchange
    /// The place among the calls, in the order of time.
    let index: Int
    /// The client of the access token, as a hash; a token of unknown origin is a client of its own.
    var app: HashedText?
    /// The value of `AP-Device-Identifier`, or what stands for it.
    var device: HashedText?
    /// The number of the start of the app, for each device.
    var launch = 0

    subscript<Value>(dynamicMember path: KeyPath<AuditedExchange, Value>) -> Value {
        exchange[keyPath: path]
    }

    /// The start in seconds, on the recorder's clock; 0 where the capture has no times.
    var seconds: Double { Double(exchange.start ?? 0) / 1e6 }
    /// The end in seconds, on the recorder's clock.
    var endSeconds: Double { Double(exchange.end ?? exchange.start ?? 0) / 1e6 }
    var serviceProvider: String? { exchange.v2?.serviceProvider }
    var mvpd: String? { exchange.v2?.mvpd }
    var token: HashedText? { exchange.fields.authorization.token }
}

/// An authentication code, from the session that gave it.
struct AuthenticationCode: Sendable {
    let code: HashedText
    /// The session that gave the code.
    let creator: AuditedCall
    let serviceProvider: String
    /// The end of the code in milliseconds of the server's clock, if the answer says so.
    let notAfter: Int64?
    /// The end of the code in seconds of the recorder's clock.
    let end: Double
    /// The place that the browser comes back to, as far as it is known.
    var redirectPlace: HashedText?
    /// The polls of the code, by the app that polls.
    var pollers: [[AuditedCall]] = []
    /// The other calls with the code.
    var uses: [AuditedCall] = []
}

/// An access token, from the answer that gave it.
struct IssuedToken: Sendable {
    let token: HashedText
    let client: HashedText?
    let call: AuditedCall
    /// The end in seconds of the recorder's clock, if the answer gives its life.
    let end: Double?
    let lifetime: Double?
}

/// A media token, from the permit that gave it.
struct IssuedMediaToken: Sendable {
    let token: HashedText
    let permit: AuditedCall
    let resource: HashedText
    /// The end in milliseconds of the server's clock.
    let notAfter: Int64?
    let life: Double?
    /// The requests to other hosts that have the token.
    var uses: [AuditedExchange] = []
}

/// A playback that `--playback` shows.
struct Playback: Sendable {
    let exchange: AuditedExchange
    var seconds: Double { Double(exchange.start ?? 0) / 1e6 }
}
