public import CoreMetrics
public import Logging

extension Pass {
    /// A client of Adobe Pass: it registers, keeps an access token, and makes the calls of both REST
    /// APIs.
    ///
    /// An app uses one of the two APIs and never both: their sign-ins are apart.
    public struct Client: Sendable, RedactedValue {
        let exchange: Exchange

        /// Creates a client, which sends nothing yet.
        ///
        /// - Parameters:
        ///   - configuration: What the client is told once.
        ///   - transport: What carries requests.
        ///   - storage: What keeps credentials and tokens between two runs.
        ///   - clock: What tells the time and waits.
        ///   - jitter: A random number from 0 up to 1, drawn for each wait before a repetition.
        ///   - logger: Where exchanges are written down: method, documented path, status, attempt and
        ///     duration, at level debug; repetitions and registrations at level info, failures of the
        ///     server, the network and the storage at level warning. Nothing is written by default.
        ///   - metrics: What makes the counters: `adobe_pass_exchanges`, `…_exchange_duration`,
        ///     `…_repetitions`, `…_registrations`, `…_preauthorizations` and `…_sign_ons`. Nothing is
        ///     counted by default.
        public init(
            configuration: Configuration, transport: any Transport, storage: any Storage,
            clock: any Clock, jitter: @escaping @Sendable () -> Double, logger: Logger? = nil,
            metrics: (any MetricsFactory)? = nil
        ) {
            exchange = Exchange(
                configuration, transport, storage, clock, jitter,
                logger ?? Logger(label: "AdobePass") { _ in SwiftLogNoOpLogHandler() },
                Meter(factory: metrics ?? NOOPMetricsHandler.instance))
        }

        private init(exchange: Exchange) { self.exchange = exchange }

        /// Returns the same client for calls on behalf of a device, for a server that many devices
        /// use.
        ///
        /// Registration and access token are shared. The limit of requests, the configuration and
        /// the membership of the Adobe SSO Service are each device's own, for as long as the
        /// returned client is kept. Where every device shall have credentials of its own, as Adobe
        /// recommends, make a client with a storage for each.
        ///
        /// - Parameter device: The device that plays.
        /// - Returns: The client, whose calls name that device.
        public func onBehalf(of device: RepresentedDevice) -> Client {
            Client(exchange: Exchange(sharing: exchange, for: device))
        }

        /// The calls of REST API v2.
        public var v2: RESTv2.Client { RESTv2.Client(exchange: exchange) }

        /// The calls of REST API v1.
        public var v1: RESTv1.Client { RESTv1.Client(exchange: exchange) }

        /// The calls of the Adobe SSO Service, and the membership that REST API v2 uses.
        public var ssoService: SSOService.Client { SSOService.Client(exchange: exchange) }

        /// Registers again, which signs the user out: every profile belongs to the former registration.
        ///
        /// The first registration needs no call of this: it comes with the first access token.
        ///
        /// - Returns: The new credentials, which are stored already.
        /// - Throws: ``ExchangeError``.
        @discardableResult
        public func register() async throws(ExchangeError) -> DCR.ClientCredentials {
            await exchange.permits.forgetAll()
            return try await exchange.keeper.register()
        }

        /// The access token that the next call would use, obtained if necessary.
        ///
        /// - Returns: The token.
        /// - Throws: ``ExchangeError``.
        @discardableResult
        public func accessToken() async throws(ExchangeError) -> DCR.AccessToken {
            try await exchange.keeper.validToken()
        }
    }
}
