package import PayloadCoding
internal import WireText
package import XMLSecurity

/// A signed query string, whose parts a test can change after it is signed.
package struct SignedQueryFixture {
    /// A parameter.
    package typealias Part = SignedQuery.Name

    /// The sent values, in the order they are sent.
    package var values: [(name: Part, sentValue: String)]
    /// The message in it.
    package var xml: [UInt8]
    /// Whether the message is encoded as the binding has it.
    package var isDeflated = true

    /// A relay state with characters that encoders disagree on.
    package static let relayState = "https://app.example/a b?c=d~*"

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - xml: The message.
    ///   - name: The parameter of the message.
    ///   - relayState: The relay state, `nil` for none.
    ///   - key: The key that signs.
    ///   - algorithm: The identifier in `SigAlg`; the key's own unless given.
    ///   - signedText: What is signed in the place of the query string.
    /// - Throws: What signing throws.
    package init(
        _ xml: String, name: SignedQuery.Name = .samlResponse,
        relayState: String? = Self.relayState, by key: SigningKey = SignedFixture.p256,
        algorithm: String? = nil, signing signedText: ((String) -> String)? = nil
    ) throws {
        self.xml = Array(xml.utf8)
        let message = String(
            decoding: Base64.encoding(Self.stored(Array(xml.utf8))), as: UTF8.self)
        let plain: [(SignedQuery.Name, String?)] = [
            (name, message), (.relayState, relayState),
            (.sigAlg, algorithm ?? key.signatureMethod.rawValue),
        ]
        values = plain.compactMap { name, value in
            value.map { (name, PercentEscape.text($0)) }
        }
        let value = try key.signature(over: Array((signedText?(text) ?? text).utf8))
        let digits = String(decoding: Base64.encoding(value), as: UTF8.self)
        values.append((.signature, PercentEscape.text(digits)))
    }

    /// The sent value of a parameter; setting `nil` removes it, setting an absent one appends it.
    package subscript(name: SignedQuery.Name) -> String? {
        get { values.first { $0.name == name }?.sentValue }
        set {
            guard let index = values.firstIndex(where: { $0.name == name }) else {
                if let newValue { values.append((name, newValue)) }
                return
            }
            if let newValue {
                values[index].sentValue = newValue
            } else {
                values.remove(at: index)
            }
        }
    }

    /// DEFLATE without compression (RFC 1951, section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] {
                stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
            }
            stream += block
        } while !rest.isEmpty
        return stream
    }

    /// The text of the query string.
    package var text: String {
        values.map { "\($0.name.rawValue)=\($0.sentValue)" }.joined(separator: "&")
    }

    /// The query string as it is received.
    package var query: SignedQuery {
        get throws {
            SignedQuery(
                parameters: try values.map { name, value in
                    SignedQuery.Parameter(
                        name: name, isPlainlyNamed: true, sentValue: Array(value.utf8),
                        value: try PercentEncoding.decode(
                            Array(value.replacing("+", with: " ").utf8)))
                }, xml: xml, isDeflated: isDeflated)
        }
    }
}
