internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Turns answers into values and errors.
enum AnswerReading {
    /// The value in an answer of any status from 200 to 299.
    static func value<Value: Decodable>(
        _ type: Value.Type, in response: Pass.Response
    ) throws(Pass.ExchangeError) -> Value {
        try check(response)
        let status = response.head.status.code
        do {
            return try decode(type, response.body)
        } catch let error as DecodingError {
            guard isJSON(response.body) else { throw Pass.ExchangeError(.notJSON, status: status) }
            throw Pass.ExchangeError(.undecodableBody, status: status, subject: members(error))
        } catch {
            throw Pass.ExchangeError(.notJSON, status: status)
        }
    }

    /// Refuses a page where a success has nothing to read: Adobe Pass sends none, but an
    /// intermediary may.
    static func checkNoPage(_ response: Pass.Response) throws(Pass.ExchangeError) {
        let type = response.head.headerFields[.contentType]?.lowercased() ?? ""
        guard !type.hasPrefix("text/html") else {
            throw Pass.ExchangeError(.notJSON, status: response.head.status.code)
        }
    }

    /// Refuses an answer of any other status.
    static func check(_ response: Pass.Response) throws(Pass.ExchangeError) {
        guard !(200..<300).contains(response.head.status.code) else { return }
        throw error(of: response)
    }

    /// The error that an answer of any other status stands for; 401 refuses an access token only
    /// where one was sent.
    static func error(
        of response: Pass.Response, toTokenBearer hasToken: Bool = true
    ) -> Pass.ExchangeError {
        let status = response.head.status.code
        let enhanced = enhancedError(in: response)
        let refusal = try? decode(RESTv1.Refusal.self, response.body)
        let code: Pass.ExchangeError.Code =
            if status == 401, hasToken, !refusesServiceToken(response) {
                .unauthorized
            } else if enhanced != nil {
                .enhancedError
            } else {
                .unexpectedStatus
            }
        return Pass.ExchangeError(
            code, status: status, enhanced: enhanced, refusal: enhanced == nil ? refusal : nil)
    }

    /// The enhanced error that is the whole body of an answer, or in one of the SSO Service its
    /// member `error`.
    static func enhancedError(in response: Pass.Response) -> Pass.EnhancedError? {
        if let error = try? decode(Pass.EnhancedError.self, response.body) { return error }
        return (try? decode(ServiceError.self, response.body))?.error
    }

    /// Returns whether an answer refuses the service token, and not the access token: 401 says both.
    ///
    /// Adobe's page has 400 and 401 for a service token, and does not tell them apart.
    static func refusesServiceToken(_ response: Pass.Response) -> Bool {
        guard [400, 401].contains(response.head.status.code),
            let code = enhancedError(in: response)?.code
        else { return false }
        return [.tokenInvalid, .tokenExpired, .headerMissing, .headerInvalid].contains(code)
    }

    /// The body of a refusal of the SSO Service.
    private struct ServiceError: Decodable {
        let error: Pass.EnhancedError
    }

    /// The error of a registration or token call.
    static func registrationError(of response: Pass.Response) -> Pass.ExchangeError {
        guard
            let body = try? decode(DCR.RefusalBody.self, response.body)
        else { return error(of: response, toTokenBearer: false) }
        return Pass.ExchangeError(
            .registrationRefused, status: response.head.status.code,
            registrationRefusal: body.error)
    }

    /// A Boolean value that indicates whether a body is JSON, whatever it says.
    static func isJSON(_ body: [UInt8]) -> Bool {
        (try? decode(Pass.JSONValue.self, body)) != nil
    }

    /// A Boolean value that indicates whether a body is JSON of the kinds that endpoints send: an
    /// object or an array.
    static func isStructured(_ body: [UInt8]) -> Bool {
        switch try? decode(Pass.JSONValue.self, body) {
        case .object, .array: true
        default: false
        }
    }

    /// A Boolean value that indicates whether a body is what the endpoint is documented to send.
    static func isReadable<Value: Decodable>(_ type: Value.Type, in body: [UInt8]) -> Bool {
        (try? decode(type, body)) != nil
    }

    /// The documented names on the way to what could not be decoded, without keys that are data.
    private static func members(_ error: DecodingError) -> String? {
        let path: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: return nil
        }
        let names = path.filter { $0 is any WireKey }.map(\.stringValue)
        return names.isEmpty ? nil : names.joined(separator: ".")
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ body: [UInt8]
    ) throws -> Value {
        guard JSONNesting.isDecodable(body) else { throw Pass.ExchangeError(.notJSON) }
        return try JSONDecoder().decode(type, from: Data(body))
    }
}
