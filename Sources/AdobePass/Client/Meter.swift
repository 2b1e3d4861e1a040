internal import CoreMetrics
internal import HTTPTypes

/// Counts what a client does, by documented paths and names: no value of a request or an answer.
struct Meter: Sendable {
    let factory: any MetricsFactory

    /// One request and its answer: its status, or the error of the transport.
    func count(_ endpoint: Endpoint, result: String, milliseconds: Int64) {
        let call = [("method", endpoint.method.rawValue), ("path", endpoint.template)]
        add("adobe_pass_exchanges", call + [("status", result)])
        Timer(label: "adobe_pass_exchange_duration", dimensions: call, factory: factory)
            .recordNanoseconds(max(milliseconds, 0) * 1_000_000)
    }

    /// A request that is about to be sent again.
    func countRepetition(of endpoint: Endpoint, isThrottled: Bool) {
        add(
            "adobe_pass_repetitions",
            [
                ("method", endpoint.method.rawValue), ("path", endpoint.template),
                ("reason", isThrottled ? "throttled" : "failed"),
            ])
    }

    /// A registration that succeeded.
    func countRegistration() { add("adobe_pass_registrations", []) }

    /// Resources whose preauthorization was, or was not, known already.
    func countPreauthorizations(kept: Int, asked: Int) {
        add("adobe_pass_preauthorizations", [("source", "cache")], by: kept)
        add("adobe_pass_preauthorizations", [("source", "server")], by: asked)
    }

    /// A sign-on or sign-out that ended.
    func countSignOn(api: SignOnFlow.API, outcome: String) {
        add("adobe_pass_sign_ons", [("api", api.rawValue), ("outcome", outcome)])
    }

    private func add(_ label: String, _ dimensions: [(String, String)], by amount: Int = 1) {
        guard amount > 0 else { return }
        Counter(label: label, dimensions: dimensions, factory: factory).increment(by: amount)
    }
}
