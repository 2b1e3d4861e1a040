import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `openssl s_server` with a certificate made for one test.
final class TLSServer {
    struct Failure: Error {}

    /// What is special about the certificate.
    enum Certificate {
        case valid, otherHost, expired
    }

    let port: Int
    /// The certificate, which is its own anchor, in PEM.
    let certificate: String
    private let process = Process()
    private let input = Pipe()
    private let folder: URL

    init(_ kind: Certificate) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appendingPathComponent("key.pem").path
        let file = folder.appendingPathComponent("certificate.pem").path
        try Self.makeCertificate(kind, in: folder, key: key, file: file)
        certificate = try String(contentsOfFile: file, encoding: .utf8)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", file, "-key", key, "-www",
        ]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = try Self.port(announcedIn: output.fileHandleForReading)
    }

    deinit {
        // A process started from a task may inherit a mask that blocks SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes a certificate that is its own issuer, by `openssl ca`, which takes times in the past.
    private static func makeCertificate(
        _ kind: Certificate, in folder: URL, key: String, file: String
    ) throws {
        let name = kind == .otherHost ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1"
        let settings = """
            [ca]
            default_ca = own
            [own]
            database = \(folder.path)/index.txt
            serial = \(folder.path)/serial.txt
            new_certs_dir = \(folder.path)
            default_md = sha256
            policy = names
            x509_extensions = extensions
            [names]
            commonName = supplied
            [extensions]
            subjectAltName = \(name)
            """
        func write(_ text: String, _ name: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        _ = try write("", "index.txt")
        _ = try write("01\n", "serial.txt")
        let configuration = try write(settings, "ca.cnf")
        let request = folder.appendingPathComponent("request.pem").path
        try OpenSSL.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=test", "-keyout", key,
            "-out", request,
        ])
        try OpenSSL.run([
            "ca", "-batch", "-notext", "-config", configuration, "-selfsign", "-keyfile", key,
            "-in", request, "-out", file, "-startdate", "20200101000000Z", "-enddate",
            kind == .expired ? "20200201000000Z" : "20991231000000Z",
        ])
    }

    /// The port that the system chose, which `s_server` prints.
    private static func port(announcedIn output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let data = output.availableData
            if data.isEmpty { throw Failure() }
            text += String(decoding: data, as: UTF8.self)
            guard let start = text.range(of: "ACCEPT 127.0.0.1:"),
                let end = text[start.upperBound...].firstIndex(of: "\n"),
                let port = Int(text[start.upperBound..<end])
            else { continue }
            return port
        }
    }
}
