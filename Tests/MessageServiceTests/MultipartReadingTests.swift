import Captures
import Foundation
import XCTest

@testable import MessageService

/// Forms, in pieces of any size.
final class MultipartReadingTests: XCTestCase {
    private let type = "multipart/form-data; boundary=----x7"

    private func form(_ parts: [(headers: String, content: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            Array("------x7\r\nContent-Disposition: form-data; \(part.headers)\r\n\r\n".utf8)
                + part.content + Array("\r\n".utf8)
        } + Array("------x7--\r\n".utf8)
    }

    private func read(_ bytes: [UInt8], piece: Int) throws -> [MultipartReading.Field] {
        var reading = try XCTUnwrap(MultipartReading(mediaType: type, folder: "/tmp"))
        var rest = bytes[...]
        while !rest.isEmpty {
            try reading.add(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        XCTAssertTrue(reading.isWhole)
        return reading.fields
    }

    private func bytes(_ field: MultipartReading.Field) throws -> [UInt8] {
        let document = CaptureDocument(named: "x", field.content)
        return try document.prefix(document.byteCount)
    }

    func testFieldsAreTheSameInPiecesOfAnySize() throws {
        let tricky = Array("a\r\n------x\r\n".utf8) + [0, 0xFF] + Array("------x7".utf8)
        let form = form([
            ("name=\"message\"", tricky), ("name=\"file\"; filename=\"a %22b%22.har\"", []),
        ])
        for piece in [1, 7, form.count] {
            let fields = try read(form, piece: piece)
            XCTAssertEqual(fields.map(\.name), ["message", "file"], "\(piece)")
            XCTAssertEqual(fields.map(\.fileName), [nil, "a \"b\".har"], "\(piece)")
            // The delimiter only counts after a line end.
            XCTAssertEqual(try bytes(fields[0]), tricky, "\(piece)")
        }
    }

    func testALargeFileIsKeptInAFileWithoutAName() throws {
        let content = [UInt8](repeating: 7, count: 1_200_000) + [8]
        let fields = try read(form([("name=\"file\"; filename=\"b\"", content)]), piece: 65_536)
        guard case .file(let file) = fields[0].content else { return XCTFail("it is in memory") }
        XCTAssertEqual(file.byteCount, content.count)
        XCTAssertTrue(try bytes(fields[0]) == content)
        let names = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
        XCTAssertFalse(names.contains { $0.hasPrefix(".samlkit-") && $0.hasSuffix(".body") })
    }

    func testAFormThatIsCutOffIsNotWhole() throws {
        let bytes = form([("name=\"message\"", Array("text".utf8))])
        var reading = try XCTUnwrap(MultipartReading(mediaType: type, folder: "/tmp"))
        try reading.add(bytes.dropLast(4))
        XCTAssertFalse(reading.isWhole)
        XCTAssertNil(MultipartReading(mediaType: "application/json", folder: "/tmp"))
        XCTAssertNil(MultipartReading(mediaType: "multipart/form-data", folder: "/tmp"))
    }

    func testHeadersWithoutEndAreRefused() throws {
        var reading = try XCTUnwrap(MultipartReading(mediaType: type, folder: "/tmp"))
        let endless =
            Array("------x7\r\n".utf8) + Array(repeating: UInt8(ascii: "a"), count: 20_000)
        XCTAssertThrowsError(try reading.add(endless)) {
            XCTAssertEqual(($0 as? ServiceProblem)?.code, .invalidRequest)
        }
    }

    func testABodyForWhichThereIsNoRoomIsAProblem() throws {
        var body = UploadedBody(folder: "/nowhere/at/all")
        try body.append(Array(repeating: 1, count: 1000))
        XCTAssertThrowsError(try body.append(Array(repeating: 1, count: 2 << 20))) {
            XCTAssertEqual(($0 as? ServiceProblem)?.code, .outOfSpace)
        }
    }
}
