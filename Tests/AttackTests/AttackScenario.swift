import Foundation
import TestSupport

/// A case that needs more than one message: a folder of files, runs of samlkit in it, and what must be so afterwards.
struct AttackScenario: Decodable {
    /// A file of the folder.
    struct File: Decodable {
        let path: String
        let base64: String?
        /// Where a symbolic link leads.
        let link: String?
        /// An empty folder.
        let folder: Bool?
    }

    /// A run and its acceptable statuses.
    struct Step: Decodable {
        let arguments: [String]
        let status: [Int32]
    }

    /// A text and the file, `stdout` or `stderr` it is looked for in.
    struct Finding: Decodable {
        let file: String
        let text: String
    }

    let id: String
    let family: String
    let title: String
    let files: [File]
    let steps: [Step]
    let absent: [Finding]
    let present: [Finding]
    let atMost: [String: Int]
    let unchanged: [String]

    /// All scenarios of Tests/Attacks.
    static func all() throws -> [AttackScenario] {
        let decoder = JSONDecoder()
        return try AttackCorpus.unpacked("scenarios.ndjson.gz").split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(AttackScenario.self, from: Data($0)) }
    }

    /// Runs it in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: An empty folder.
    ///   - turn: The number of the only step to run, the first coming again after the last; `nil` for all steps.
    /// - Returns: What is not as it must be.
    /// - Throws: What starting a process and writing files throws.
    func faults(in folder: ScratchFolder, onlyStep turn: Int? = nil) throws -> [String] {
        func resolved(_ text: String) -> String {
            text.replacing("{dir}", with: folder.path)
                .replacing("{attacks}", with: AttackCorpus.folder.path)
        }
        for file in files { try place(file, in: folder) }
        func content(_ path: String) -> Data? {
            try? Data(contentsOf: URL(filePath: resolved(path)))
        }
        let before = unchanged.map(content)
        var faults: [String] = []
        var written: [String: Data] = ["stdout": Data(), "stderr": Data()]
        for (number, step) in steps.enumerated() {
            if let turn, turn % steps.count != number { continue }
            let run = try AttackRun(step.arguments.map(resolved), in: folder)
            written["stdout"]?.append(contentsOf: run.output)
            written["stderr"]?.append(contentsOf: run.errors)
            if !step.status.contains(run.status ?? -1) {
                let status = run.status.map { "\($0)" } ?? "a signal"
                faults.append("\(step.arguments[0]) ended with \(status), expected \(step.status)")
            }
        }
        func holds(_ finding: Finding) -> Bool {
            (written[finding.file] ?? content(finding.file))?
                .range(of: Data(finding.text.utf8)) != nil
        }
        faults += absent.filter(holds).map { "what must not be written is in \($0.file)" }
        faults += present.filter { !holds($0) }.map { "what must be written is not in \($0.file)" }
        for (file, limit) in atMost {
            let count = content(file)?.count ?? 0
            if count > limit {
                faults.append("\(file) has \(count) bytes, at most \(limit) expected")
            }
        }
        if unchanged.map(content) != before { faults.append("a file changed that must not") }
        return faults
    }

    private func place(_ file: File, in folder: ScratchFolder) throws {
        let url = folder.url.appending(path: file.path)
        if file.folder == true {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } else if let link = file.link {
            try FileManager.default.createSymbolicLink(
                atPath: url.path, withDestinationPath: link)
        } else {
            try folder.write(Data(base64Encoded: file.base64 ?? "") ?? Data(), to: file.path)
        }
    }
}
