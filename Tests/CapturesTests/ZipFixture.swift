import Foundation
import SystemPackage
import XCTest

@testable import Captures

extension XCTestCase {
    /// A zip of members, written by Info-ZIP.
    func zipped(_ members: [String: [UInt8]]) throws -> [UInt8] {
        let folder = try temporaryFolder()
        let target = try temporaryFolder()
        for (name, content) in members { try folder.write(content, to: name) }
        _ = try Tool.run(
            "sh",
            [
                "-c", "cd \"$1\" && zip -qr \"$2\" .", "sh", folder.url.path,
                target.path("a.zip").string,
            ], input: [])
        return Array(try Data(contentsOf: target.url.appending(path: "a.zip")))
    }

    /// All that reading a zip gives.
    func steps(ofZip members: [String: [UInt8]]) throws -> [CaptureStep] {
        var options = CaptureReader.Options()
        options.givesExchanges = true
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(try zipped(members))), name: "capture", archiveDepth: 0,
            options: options)
        var steps: [CaptureStep] = []
        while let step = stream.next() { steps.append(step) }
        return steps
    }
}

extension [CaptureStep] {
    var exchanges: [HTTPExchange] {
        compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    var errors: [CaptureError] {
        compactMap { step in
            if case .entry(let entry) = step, case .failure(let error) = entry.content {
                error
            } else {
                nil
            }
        }
    }
}
