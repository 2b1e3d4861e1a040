import Foundation
import XCTest

/// Decodes a value from JSON text.
func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// Decodes a value of the type that is asked for.
func decoded<Value: Decodable>(_ json: String) throws -> Value { try decoded(Value.self, json) }

/// Decodes what a value encodes to.
func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// The JSON object in Base64 of a header value.
func jsonObject(base64: some StringProtocol) throws -> [String: Any] {
    let data = try XCTUnwrap(Data(base64Encoded: String(base64)))
    return try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}
