extension SSOService {
    /// The calls of the Adobe SSO Service.
    ///
    /// Once the device has joined, the calls of REST API v2 that take a service token carry the
    /// current one. If a device of the same user has signed in with an MVPD, v2 then has a profile of
    /// the type ``RESTv2/ProfileType/serviceTokenSSO`` here, and no sign-in is needed.
    public struct Client: Sendable, RedactedValue {
        let exchange: Exchange

        private var calls: SSOServiceCalls {
            SSOServiceCalls(configuration: exchange.configuration)
        }

        /// A Boolean value that indicates whether the device has joined.
        ///
        /// It is false again after ``leave()``, and if a token was refused that only a new link can
        /// replace.
        public var isMember: Bool {
            get async { await exchange.serviceTokens.isMember }
        }

        /// Joins the devices that share a sign-in, leaving those it had joined before.
        ///
        /// - Parameter membership: The user's account, a link code, or the token of an earlier run.
        /// - Returns: The token. Keep it as a secret if the device has joined by a link code.
        /// - Throws: ``Pass/ExchangeError``; a wrong link code is
        ///   ``Pass/ErrorCode/tokenInvalid``.
        @discardableResult
        public func join(
            _ membership: Membership
        ) async throws(Pass.ExchangeError) -> ServiceToken {
            let token: ServiceToken
            if case .token(let kept) = membership {
                token = kept
            } else {
                token = try await exchange.serviceToken(calls.create(membership))
            }
            await exchange.serviceTokens.keep(token, of: membership, at: exchange.clock.now())
            return token
        }

        /// Forgets the token, as at the sign-out from the user's account; nothing is sent.
        public func leave() async { await exchange.serviceTokens.forget() }

        /// The token that the next call would use; it is renewed if it ends soon.
        ///
        /// - Returns: The token.
        /// - Throws: ``Pass/ExchangeError``; with the action ``Pass/ErrorAction/getNewToken`` a new
        ///   link is needed.
        @discardableResult
        public func token() async throws(Pass.ExchangeError) -> ServiceToken {
            try await exchange.serviceTokens.valid(exchange)
        }

        /// Makes a code with which another device can join.
        ///
        /// - Returns: The code.
        /// - Throws: ``Pass/ExchangeError``.
        public func linkCode() async throws(Pass.ExchangeError) -> LinkCode {
            let calls = calls
            let answer: LinkAnswer = try await value {
                token throws(Pass.ExchangeError) in try calls.link(token)
            }
            return LinkCode(answer, at: exchange.clock.now())
        }

        /// Lists the devices that share the sign-in, this one among them.
        ///
        /// - Returns: The devices.
        /// - Throws: ``Pass/ExchangeError``.
        public func devices() async throws(Pass.ExchangeError) -> [LinkedDevice] {
            let calls = calls
            let answer: DevicesAnswer = try await value {
                token throws(Pass.ExchangeError) in try calls.list(token)
            }
            return answer.devices
        }

        /// Removes devices from those that share the sign-in.
        ///
        /// After a device has removed itself, it should ``leave()``.
        ///
        /// - Parameter keys: The devices, as the list has them.
        /// - Returns: The devices that were removed.
        /// - Throws: ``Pass/ExchangeError``.
        @discardableResult
        public func unlink(
            _ keys: [DeviceKey]
        ) async throws(Pass.ExchangeError) -> [DeviceKey] {
            let calls = calls
            let answer: UnlinkAnswer = try await value {
                token throws(Pass.ExchangeError) in try calls.unlink(keys, token)
            }
            return answer.devices
        }

        /// The value in the answer to a call with the token; with a new one if the first is refused,
        /// once.
        private func value<Value: Decodable & Sendable>(
            _ call: (ServiceToken) throws(Pass.ExchangeError) -> Endpoint
        ) async throws(Pass.ExchangeError) -> Value {
            let tokens = exchange.serviceTokens
            let token = try await tokens.valid(exchange)
            do throws(Pass.ExchangeError) {
                return try await exchange.value(call(token))
            } catch {
                guard error.action == .getNewToken else { throw error }
                return try await exchange.value(call(tokens.replacement(for: token, exchange)))
            }
        }
    }
}
