/// Finds the app, the device and the start of each call.
struct TrafficGrouping {
    private(set) var calls: [AuditedCall]
    private(set) var tokens: [HashedText: IssuedToken] = [:]

    init(_ exchanges: [AuditedExchange]) {
        calls = exchanges.enumerated().map { AuditedCall(exchange: $1, index: $0) }
    }

    mutating func group(launchGap: Double) {
        findTokens()
        findApps()
        findDevices()
        findLaunches(launchGap)
    }

    private mutating func findTokens() {
        for call in calls where call.kind == .token {
            guard let issued = call.issuedToken else { continue }
            let lifetime = issued.lifetime.map { Double($0) }
            tokens[issued.token] = IssuedToken(
                token: issued.token, client: call.request.clientID, call: call,
                end: lifetime.map { call.endSeconds + $0 }, lifetime: lifetime)
        }
    }

    private mutating func findApps() {
        var clientsOfDevices: [HashedText: Set<HashedText>] = [:]
        var registered: Set<HashedText> = []
        for call in calls {
            if let client = call.issuedClient?.clientID { registered.insert(client) }
            guard let device = call.fields.device?.hash, let token = call.token,
                let client = tokens[token]?.client
            else { continue }
            clientsOfDevices[device, default: []].insert(client)
        }
        for index in calls.indices {
            let call = calls[index]
            switch call.kind {
            case .register: calls[index].app = call.issuedClient?.clientID
            case .token: calls[index].app = call.request.clientID
            default:
                guard let token = call.token else { continue }
                if let client = tokens[token]?.client {
                    calls[index].app = client
                } else if let device = call.fields.device?.hash,
                    let clients = clientsOfDevices[device], clients.count == 1,
                    let client = clients.first, !registered.contains(client)
                {
                    // The capture began with a token of the client whose next one it has.
                    calls[index].app = client
                } else {
                    calls[index].app = token
                }
            }
        }
    }

    private mutating func findDevices() {
        var devicesOfApps: [HashedText: Set<HashedText>] = [:]
        var creators: [HashedText: Int] = [:]
        for call in calls {
            if let device = call.fields.device?.hash, let app = call.app {
                devicesOfApps[app, default: []].insert(device)
            }
            if let code = call.session?.code, creators[code] == nil { creators[code] = call.index }
        }
        for index in calls.indices {
            let call = calls[index]
            if let device = call.fields.device?.hash {
                calls[index].device = device
            } else if let code = call.v2?.code, let creator = creators[code],
                calls[creator].fields.device != nil
            {
                calls[index].device = calls[creator].fields.device?.hash
            } else if let app = call.app, let devices = devicesOfApps[app], devices.count == 1 {
                calls[index].device = devices.first
            } else {
                let address = call.fields.forwardedFor ?? call.client
                calls[index].device = address.map { HashedText("address \($0)") }
            }
        }
    }

    private mutating func findLaunches(_ gap: Double) {
        var last: [HashedText?: (seconds: Double, launch: Int)] = [:]
        for index in calls.indices {
            let call = calls[index]
            guard call.isV2 else { continue }
            var (launch, seconds) = (0, call.seconds)
            if let known = last[call.device] {
                launch = known.launch + (seconds - known.seconds >= gap ? 1 : 0)
                seconds = max(seconds, known.seconds)
            }
            calls[index].launch = launch
            last[call.device] = (max(call.endSeconds, seconds), launch)
        }
    }

    // MARK: What calls have in common

    /// Returns the authentication codes with the calls that have them.
    static func codes(of calls: [AuditedCall], clockOffset: Double?) -> [AuthenticationCode] {
        var places: [HashedText: Int] = [:]
        var found: [AuthenticationCode] = []
        var pollers: [[HashedText?: Int]] = []
        for call in calls {
            if let session = call.session, let code = session.code, places[code] == nil,
                let v2 = call.v2
            {
                places[code] = found.count
                // The end is on the server's clock; the usual life of a code is half an hour.
                let end = session.notAfter.map { Double($0) / 1000 - (clockOffset ?? 0) }
                found.append(
                    AuthenticationCode(
                        code: code, creator: call, serviceProvider: v2.serviceProvider,
                        notAfter: session.notAfter, end: end ?? call.endSeconds + 1800,
                        redirectPlace: call.request.redirectPlace))
                pollers.append([:])
                continue
            }
            guard let code = call.v2?.code, let place = places[code] else { continue }
            if call.endpoint == .poll {
                if let poller = pollers[place][call.app] {
                    found[place].pollers[poller].append(call)
                } else {
                    pollers[place][call.app] = found[place].pollers.count
                    found[place].pollers.append([call])
                }
            } else {
                found[place].uses.append(call)
                if let redirect = call.request.redirectPlace {
                    found[place].redirectPlace = redirect
                }
            }
        }
        return found
    }

    /// Returns the media tokens with the requests to other hosts that have them.
    static func mediaTokens(
        of calls: [AuditedCall], in all: [AuditedExchange]
    ) -> [IssuedMediaToken] {
        var places: [UInt64: Int] = [:]
        var found: [IssuedMediaToken] = []
        for call in calls {
            for decision in call.decisions ?? [] {
                guard let token = decision.mediaToken, places[token.number] == nil else { continue }
                places[token.number] = found.count
                found.append(
                    IssuedMediaToken(
                        token: token, permit: call, resource: decision.resource,
                        notAfter: decision.tokenEnd,
                        life: decision.tokenLife.map { Double($0) / 1000 }))
            }
        }
        for exchange in all where exchange.kind == .foreign && exchange.omission != .preflight {
            for word in exchange.words {
                if let place = places[word] { found[place].uses.append(exchange) }
            }
        }
        return found
    }
}
