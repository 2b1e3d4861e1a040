#if Sandbox
internal import Crypto
internal import HTTPTypes
internal import WireText

/// Ties a form to the browser it was shown in, so that pages of other sites cannot send one.
///
/// The browser has a random value in a cookie, and the form the authentication code of that value.
struct FormGuard: Sendable {
    /// The form field.
    static let field = "token"
    private static let cookieName = "sandbox-form"

    /// What authenticates the forms; another key makes all of them invalid.
    private let key = SymmetricKey(size: .bits256)

    /// The values that a form needs.
    struct Ticket {
        /// The value of the form field.
        let token: String
        /// `Set-Cookie`, for a browser that has none yet.
        let cookie: String?
    }

    /// Makes the ticket of a form.
    ///
    /// - Parameters:
    ///   - request: The request for the page with the form.
    ///   - random: Random bytes, for a browser without a cookie.
    /// - Returns: The ticket.
    func ticket(for request: HTTPRequest, random: [UInt8]) -> Ticket {
        if let value = Self.cookie(of: request) {
            return Ticket(token: token(of: value), cookie: nil)
        }
        let value = Hexadecimal.text(random)
        return Ticket(
            token: token(of: value),
            cookie: "\(Self.cookieName)=\(value); Path=/; HttpOnly; SameSite=Lax")
    }

    /// Returns whether a form came from a page that was shown in the browser that sends it.
    ///
    /// - Parameters:
    ///   - token: The value of the form field.
    ///   - request: The request.
    /// - Returns: Whether it did.
    func accepts(_ token: String?, with request: HTTPRequest) -> Bool {
        guard let token, let value = Self.cookie(of: request) else { return false }
        return isSameSecret(token, self.token(of: value))
    }

    private func token(of value: String) -> String {
        Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: key))
    }

    private static func cookie(of request: HTTPRequest) -> String? {
        for field in request.headerFields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName,
                    parts[1].utf8.count == 32,
                    parts[1].utf8.allSatisfy({
                        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
                    })
                else { continue }
                return String(parts[1])
            }
        }
        return nil
    }
}
#endif
