internal import PayloadCoding
internal import WireText

/// A way in which programs encode the values of a query string, the likeliest first.
enum QueryEncoding: CaseIterable {
    /// As it was sent, with the digits of escapes in lower case, as .NET writes them.
    case lowerCaseEscapes
    /// As it was sent, with the digits of escapes in upper case.
    case upperCaseEscapes
    /// Everything but unreserved characters escaped (RFC 3986, section 2.3).
    case unreserved
    /// As forms are encoded: a space is `+`.
    case form
    /// The same with lower-case digits.
    case formInLowerCase
    /// `+` as `%20`, and the rest as it was sent.
    case spacesEscaped
    /// `%20` as `+`, and the rest as it was sent.
    case spacesAsPlus
    /// As `encodeURIComponent` of JavaScript has it.
    case uriComponent
    /// Slashes as they are, as Python's `quote` leaves them.
    case plainSlashes
    /// Everything but unreserved characters escaped, with lower-case digits.
    case unreservedInLowerCase
    /// No escapes at all.
    case decoded

    /// What undoes it, after "the values".
    var undoing: String {
        switch self {
        case .lowerCaseEscapes: "with lower-case escapes"
        case .upperCaseEscapes: "with upper-case escapes"
        case .unreserved: "with all reserved characters escaped"
        case .form: "encoded as in forms, with + for spaces"
        case .formInLowerCase: "encoded as in forms, with lower-case escapes"
        case .spacesEscaped: "with %20 instead of +"
        case .spacesAsPlus: "with + instead of %20"
        case .uriComponent: "encoded as encodeURIComponent does"
        case .plainSlashes: "with slashes unescaped"
        case .unreservedInLowerCase: "with all reserved characters escaped, in lower case"
        case .decoded: "without percent-encoding"
        }
    }

    /// Returns the value of a parameter in this encoding.
    func applied(to parameter: SignedQuery.Parameter) -> [UInt8] {
        let sent = parameter.sentValue
        switch self {
        case .lowerCaseEscapes: return Self.changingEscapes(of: sent, toLowerCase: true)
        case .upperCaseEscapes: return Self.changingEscapes(of: sent, toLowerCase: false)
        case .unreserved: return escaping(parameter, except: "-._~")
        case .form: return escaping(parameter, except: "*-._", spacesAsPlus: true)
        case .formInLowerCase:
            return escaping(parameter, except: "!*()-._", spacesAsPlus: true, small: true)
        case .spacesEscaped:
            return sent.flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }
        case .spacesAsPlus:
            return Array(String(decoding: sent, as: UTF8.self).replacing("%20", with: "+").utf8)
        case .uriComponent: return escaping(parameter, except: "-_.!~*'()")
        case .plainSlashes: return escaping(parameter, except: "-._~/")
        case .unreservedInLowerCase: return escaping(parameter, except: "-._~", small: true)
        case .decoded: return Self.plain(parameter)
        }
    }

    /// The value before any encoding; in Base64 a space can only have been `+`.
    private static func plain(_ parameter: SignedQuery.Parameter) -> [UInt8] {
        guard parameter.name == .samlRequest || parameter.name == .samlResponse else {
            return parameter.value
        }
        return parameter.value.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
    }

    private func escaping(
        _ parameter: SignedQuery.Parameter, except marks: String, spacesAsPlus: Bool = false,
        small isSmall: Bool = false
    ) -> [UInt8] {
        let escaped = PercentEscape.bytes(Self.plain(parameter), except: marks, small: isSmall)
        guard spacesAsPlus else { return escaped }
        return escaped.substituting([UInt8(ascii: "+")], for: Array("%20".utf8))
    }

    private static func changingEscapes(of bytes: [UInt8], toLowerCase: Bool) -> [UInt8] {
        var result = bytes
        var index = 0
        while index + 2 < result.count {
            guard result[index] == UInt8(ascii: "%") else {
                index += 1
                continue
            }
            for place in index + 1...index + 2 where Hexadecimal.value(result[place]) != nil {
                guard result[place].isLetter else { continue }
                result[place] = toLowerCase ? result[place] | 0x20 : result[place] & ~0x20
            }
            index += 3
        }
        return result
    }
}
