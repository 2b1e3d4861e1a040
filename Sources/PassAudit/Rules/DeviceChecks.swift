/// Devices and their addresses.
extension Rule {
    static let devices: [Rule] = [
        Rule(
            .headersRealDevice, .mandatory, .rows(["M17", "M18"]), needs: [.headers],
            when: { $0.architecture == .server && !$0.v2.isEmpty }, fold: RealDevice()),
        Rule(
            .headersDeviceIdentifierStable, .mandatory, .rows(["M19"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            fold: DeviceIdentifierStable()),
        Rule(
            .headersForwardedFor, .mandatory, .page("Throttling Mechanism"), needs: [.headers],
            when: { $0.architecture == .server && !$0.v2.isEmpty }, fold: ForwardedFor()),
    ]
}

/// How often calls came to a device from another.
struct DeviceTurns: Sendable {
    private(set) var turns: [HashedText: Int] = [:]
    /// The first call of each device.
    private(set) var firsts: [AuditedCall] = []
    private var last: HashedText?

    mutating func take(_ call: AuditedCall) {
        guard let device = call.fields.device?.hash, device != last else { return }
        if turns[device] == nil { firsts.append(call) }
        turns[device, default: 0] += 1
        last = device
    }
}

private struct RealDevice: RuleFold {
    /// The addresses that one device identifier is sent for.
    private struct Addresses {
        var calls: [AuditedCall] = []
        var turns: [String: Int] = [:]
        var last: String?

        mutating func take(_ call: AuditedCall) {
            calls.append(call)
            guard let address = call.fields.forwardedFor, address != last else { return }
            turns[address, default: 0] += 1
            last = address
        }
    }

    private var devices: [HashedText] = []
    private var byDevice: [HashedText: Addresses] = [:]
    private var servers: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2 else { return }
        if call.fields.information?.isServerSystem == true { servers.append(call) }
        guard let device = call.fields.device?.hash else { return }
        if byDevice[device] == nil { devices.append(device) }
        byDevice[device, default: Addresses()].take(call)
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged(devices.count)
        for found in devices.compactMap({ byDevice[$0] }) {
            // A device that changes networks does not change back and forth.
            guard found.turns.count >= 2, found.turns.values.contains(where: { $0 > 1 }) else {
                continue
            }
            verdict.add(
                .likely,
                "one device identifier is sent for \(found.turns.count) addresses in turn",
                found.calls)
        }
        let addresses = Set(servers.compactMap(\.fields.forwardedFor))
        if addresses.count >= 2 {
            verdict.add(
                .likely,
                "X-Device-Info names the system of a server for \(addresses.count) addresses",
                servers)
        }
        return verdict
    }
}

private struct DeviceIdentifierStable: RuleFold {
    /// The device identifiers of one app, with the calls around the first change.
    private struct Identifiers {
        var order: [HashedText] = []
        var isBack = false
        var former: AuditedCall?
        var next: AuditedCall?
        var before: AuditedCall?
        var after: AuditedCall?

        mutating func take(_ call: AuditedCall) {
            guard let device = call.fields.device?.hash else { return }
            if order.last != device {
                isBack = isBack || order.contains(device)
                order.append(device)
            }
            if order.count == 2, next == nil { next = call }
            if order.count == 1 { former = call }
            guard call.profiles != nil else { return }
            if next == nil {
                before = call
            } else if after == nil {
                after = call
            }
        }
    }

    private struct Anonymous: Hashable {
        let information: HashedText
        let client: String
    }

    private var apps: [HashedText] = []
    private var byApp: [HashedText: Identifiers] = [:]
    private var others: [Anonymous] = []
    private var byInformation: [Anonymous: DeviceTurns] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        // Servers call for many devices, one after the other.
        guard traffic.architecture == .client, call.isV2, call.fields.device != nil else { return }
        if let app = call.app {
            if byApp[app] == nil { apps.append(app) }
            byApp[app, default: Identifiers()].take(call)
        } else if let information = call.fields.information, let client = call.client {
            // Without a known app, one device's information and address stand for it.
            let key = Anonymous(information: information.hash, client: client)
            if byInformation[key] == nil { others.append(key) }
            byInformation[key, default: DeviceTurns()].take(call)
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged(apps.count + others.count)
        for found in apps.compactMap({ byApp[$0] }) where !found.isBack {
            guard let former = found.former, let next = found.next else { continue }
            verdict.add(
                "the app sent the identifier \(found.order[0]), and from here on "
                    + "\(found.order[1]); profiles before: \(Self.words(found.before)), after: "
                    + Self.words(found.after), [next], context: [former])
        }
        for found in others.compactMap({ byInformation[$0] }) {
            guard found.turns.count >= 2, found.turns.values.allSatisfy({ $0 == 1 }) else {
                continue
            }
            verdict.add(
                .likely, "one device's address and information came with two identifiers",
                [found.firsts[1]], context: [found.firsts[0]])
        }
        return verdict
    }

    private static func words(_ call: AuditedCall?) -> String {
        guard let profiles = call?.profiles else { return "not asked for" }
        return profiles.isEmpty ? "none" : RuleWords.list(profiles.map(\.mvpd))
    }
}

private struct ForwardedFor: RuleFold {
    private var count = 0
    private var absent: [AuditedCall] = []
    private var own: [AuditedCall] = []
    private var devices: [String: Set<HashedText>] = [:]
    private var byAddress = Groups<String, AuditedCall>()
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isRegistration || call.isV2 && call.endpoint != .authenticate else { return }
        count += 1
        if let address = call.fields.forwardedFor { byAddress.add(call, to: address) }
        guard call.fields.isRecorded, !call.fields.isBrowser else { return }
        result.judged()
        guard let address = call.fields.forwardedFor else { return absent.append(call) }
        if Self.isPrivate(address) { own.append(call) }
        if let device = call.fields.device?.hash {
            devices[address, default: []].insert(device)
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if !absent.isEmpty {
            verdict.add(
                .likely,
                "X-Forwarded-For is missing from \(absent.count) of "
                    + "\(RuleWords.count(count, "call")) of a server", absent)
        }
        if !own.isEmpty {
            verdict.add(
                .likely,
                "X-Forwarded-For has a private address in \(RuleWords.count(own.count, "call"))",
                own)
        }
        if let (address, found) = devices.max(by: { $0.value.count < $1.value.count }),
            found.count >= 5, !Self.isPrivate(address)
        {
            verdict.add(
                .likely, "X-Forwarded-For has one address for \(found.count) devices",
                byAddress[address])
        }
        return verdict
    }

    /// Returns whether an address is a private or a loopback one.
    private static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4 else {
            let text = address.lowercased()
            return text == "::1" || text.hasPrefix("fc") || text.hasPrefix("fd")
                || text.hasPrefix("fe80")
        }
        return parts[0] == 10 || parts[0] == 127 || parts[0] == 192 && parts[1] == 168
            || parts[0] == 172 && (16...31).contains(parts[1])
            || parts[0] == 169 && parts[1] == 254
    }
}
