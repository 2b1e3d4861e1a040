#if Sandbox
internal import HTTPTypes
internal import WireText

/// The endpoints that Adobe Pass does not have: faults, log, reset, keys and the device's
/// framework.
enum SandboxEndpoints {
    static let all: [Endpoint] = [
        endpoint(.get, "/sandbox", identity),
        endpoint(.get, "/sandbox/log", log),
        endpoint(.get, "/sandbox/faults", readFaults),
        endpoint(.put, "/sandbox/faults", setFaults),
        endpoint(.get, "/sandbox/clock", ClockControl.read),
        endpoint(.put, "/sandbox/clock", ClockControl.change),
        endpoint(.post, "/sandbox/reset", reset),
        endpoint(.post, "/sandbox/platform-sso", DeviceFramework.answer),
        endpoint(.get, "/sandbox/mvpds/{mvpd}/{file}", file),
        endpoint(.get, "/sandbox/media-tokens/key.pem", mediaTokenKey),
    ]

    private static func endpoint(
        _ method: HTTPRequest.Method, _ path: String,
        _ handle: @escaping @Sendable (Call) async throws -> Answer
    ) -> Endpoint { Endpoint(method, path, .sandbox, needsToken: false, handle) }

    /// Says that this is a sandbox, to clients that must not take Adobe Pass for one.
    @Sendable private static func identity(_ call: Call) async throws -> Answer {
        .json(["service": "swift-saml sandbox"])
    }

    @Sendable private static func log(_ call: Call) async throws -> Answer {
        .content(await call.core.limiter.logText, "application/x-ndjson")
    }

    @Sendable private static func readFaults(_ call: Call) async throws -> Answer {
        .json(ConfigurationReading.json(await call.core.limiter.faults))
    }

    @Sendable private static func setFaults(_ call: Call) async throws -> Answer {
        guard let plan = try? FaultPlan(document: call.body) else {
            throw Refusal(
                400, "invalid_faults", "malformedFaults",
                "The body must be a JSON object with seed and rules; each rule has a kind of "
                    + FaultPlan.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        await call.core.limiter.setFaults(plan)
        return .json(ConfigurationReading.json(plan))
    }

    @Sendable private static func reset(_ call: Call) async throws -> Answer {
        try await call.state.reset()
        await call.core.limiter.reset()
        await call.core.partners.reset()
        await call.core.memory.reset()
        call.core.clock.reset()
        return Answer(status: 204)
    }

    @Sendable private static func file(_ call: Call) async throws -> Answer {
        if call.part("file") == "logo.svg",
            let mvpd = call.configuration.mvpd(call.part("mvpd"))
        {
            return .content([UInt8](ProviderLogo.svg(of: mvpd).text.utf8), "image/svg+xml")
        }
        guard let mvpd = call.configuration.mvpd(call.part("mvpd")), mvpd.platform != nil,
            let content = try await call.core.partners.file(call.part("file"), of: mvpd)
        else {
            throw Refusal(
                404, "not_found", "unknownFile",
                "MVPDs with sign-on through Apple have key.pem and metadata.xml.")
        }
        return .content(
            content,
            call.part("file").hasSuffix(".pem")
                ? "application/x-pem-file" : "application/samlmetadata+xml")
    }

    @Sendable private static func mediaTokenKey(_ call: Call) async throws -> Answer {
        .content(
            [UInt8](try await call.core.signer.publicKeyPEM().utf8), "application/x-pem-file")
    }
}
#endif
