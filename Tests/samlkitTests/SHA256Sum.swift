import Foundation
import TestSupport
import XCTest

/// SHA-256 by the system's own tool, as this package has no cryptography of its own.
enum SHA256Sum {
    /// The digest in Base64.
    static func base64(of bytes: [UInt8]) throws -> String {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let path = try folder.write(bytes, to: "bytes")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sha256sum", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        guard process.finish() == 0 else {
            throw XCTSkip("This system has no sha256sum.")
        }
        let digits = String(decoding: output.prefix(64), as: UTF8.self)
        var digest = Data()
        var rest = digits[...]
        while !rest.isEmpty {
            digest.append(try XCTUnwrap(UInt8(rest.prefix(2), radix: 16)))
            rest = rest.dropFirst(2)
        }
        return digest.base64EncodedString()
    }
}
