/// Secrets in URLs, by their names and their looks.
enum SecretInAddress {
    /// Returns the name of the first secret in a URL.
    ///
    /// - Parameters:
    ///   - address: The URL.
    ///   - isAdobe: Whether it is one of Adobe's. At others, tokens of their own are none of Adobe's secrets: only
    ///     media tokens and SAML messages are.
    /// - Returns: The name of the parameter, or a description of the place.
    static func first(in address: AddressParts, isAdobe: Bool = true) -> String? {
        for text in [address.query, address.fragment] {
            guard let text else { continue }
            if let found = first(in: Parameter.all(in: text), isAdobe, depth: 0) { return found }
        }
        return address.segments.first { isSecret($0, isAdobe) }.map { _ in "a token in the path" }
    }

    private static func first(in parameters: [Parameter], _ isAdobe: Bool, depth: Int) -> String? {
        for parameter in parameters {
            if isAdobe, V2Endpoint.secrets.contains(parameter.name), !parameter.value.isEmpty {
                return parameter.name
            }
            if isSecret(parameter.value, isAdobe) { return "a token in \(parameter.name)" }
            // The URL in a parameter, such as redirectUrl, has a query of its own.
            guard depth == 0, parameter.value.contains("://") else { continue }
            let inner = AddressParts(parameter.value)
            let texts = [inner.query, inner.fragment].compactMap(\.self)
            let found = texts.lazy.compactMap { text in
                first(in: Parameter.all(in: text), isAdobe, depth: 1)
            }
            if let name = found.first { return name }
        }
        return nil
    }

    /// Returns whether a text is a JWT, a media token or a SAML message, as far as its form shows.
    private static func isSecret(_ text: String, _ isAdobe: Bool) -> Bool {
        if text.hasPrefix("eyJ") {
            let parts = text.split(separator: ".")
            return isAdobe && parts.count >= 2 && parts[1].hasPrefix("eyJ")
        }
        return text.hasPrefix("PHNpZ25hdHVyZUluZm8") || text.hasPrefix("PHNhbWxw")
    }
}
