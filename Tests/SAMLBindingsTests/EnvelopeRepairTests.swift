import SAMLBindings
import TestSupport
import XCTest

/// The damage that unpacking undoes, which stricter decoders refuse.
final class EnvelopeRepairTests: XCTestCase, ReachesUnsafeCode {
    /// Its Base64 has "+", "/" and padding.
    private let xml = "<a b='>>>???'>~~~ÿ>>> </a >"
    private var base64: String { Packing.base64(xml) }
    private var urlSafe: String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    private var wrapped: String { String(base64.prefix(8)) + "\r\n" + base64.dropFirst(8) }

    private func formValue(_ text: String) -> String {
        Packing.percentEncoded(text).replacing("\r\n", with: "%0D%0A")
    }

    private func assert(
        _ text: String, isRepairedBy repairs: [MessageEnvelope.Repair], line: UInt = #line
    ) throws {
        let envelope = try Packing.envelope(text)
        XCTAssertTrue(
            String(decoding: envelope.xml, as: UTF8.self).hasSuffix(xml), text, line: line)
        XCTAssertEqual(envelope.repairs, repairs, text, line: line)
    }

    func testWhatBindingsDoIsNoRepair() throws {
        XCTAssertTrue(["+", "/", "="].allSatisfy { base64.contains($0) }, base64)
        let value = Packing.percentEncoded(base64)
        for text in [
            xml, " \n" + xml, base64, "\n" + base64 + "\r\n\r\n", value, "SAMLResponse=\(value)",
            "https://sp.example/acs?SAMLResponse=\(value)&RelayState=x",
        ] {
            try assert(text, isRepairedBy: [])
        }
    }

    func testEachRepairIsToldOnce() throws {
        try assert("\n <?xml version='1.0'?>" + xml, isRepairedBy: [.whiteSpaceBefore])
        try assert(base64.replacing("+", with: " "), isRepairedBy: [.spacesForPlus])
        try assert("SAMLResponse=" + base64, isRepairedBy: [.spacesForPlus])
        try assert(wrapped, isRepairedBy: [.wrappedBase64])
        try assert(
            "SAMLResponse=" + formValue(wrapped), isRepairedBy: [.wrappedBase64])
        try assert(urlSafe, isRepairedBy: [.urlSafeBase64, .missingPadding])
        try assert(
            base64.replacing("+", with: "-").replacing("/", with: "_"),
            isRepairedBy: [.urlSafeBase64])
        try assert("\"\(base64)\"", isRepairedBy: [.quotes])
        try assert(base64.replacing("+", with: "&#43;"), isRepairedBy: [.htmlEscapes])
        try assert(base64.replacing("/", with: "\\/"), isRepairedBy: [.jsonEscapes])
    }

    func testEncodingOnceTooOftenIsARepair() throws {
        let twice = Packing.percentEncoded(Packing.percentEncoded(base64))
        try assert(twice, isRepairedBy: [.encodedTwice])
        try assert("SAMLResponse=" + twice, isRepairedBy: [.encodedTwice])
        try assert(Packing.base64(base64), isRepairedBy: [.encodedTwice])
    }

    func testOnlyDeflateIsTheCompressionOfTheBinding() throws {
        for (windowBits, repairs) in [
            (Int32(-15), []), (15, [MessageEnvelope.Repair.otherCompression]),
            (31, [.otherCompression]),
        ] {
            let bytes = try Deflation.deflated(Array(xml.utf8), windowBits: windowBits)
            try assert(Packing.base64(bytes), isRepairedBy: repairs)
        }
    }

    func testSeveralRepairsAreToldTogether() throws {
        try assert(
            "SAMLResponse=" + formValue(wrapped.replacing("+", with: " ")),
            isRepairedBy: [.spacesForPlus, .wrappedBase64])
    }
}
