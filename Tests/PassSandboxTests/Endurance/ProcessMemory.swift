#if Sandbox
import Foundation

/// How much memory this process has, where the system tells.
struct ProcessMemory: Sendable {
    /// Resident now, in KiB.
    let resident: Int
    /// The most there ever was, in KiB.
    let highest: Int

    static func now() -> ProcessMemory? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        func value(_ name: String) -> Int? {
            text.split(separator: "\n").first { $0.hasPrefix(name) }
                .flatMap { Int($0.filter(\.isNumber)) }
        }
        guard let resident = value("VmRSS:"), let highest = value("VmHWM:") else { return nil }
        return ProcessMemory(resident: resident, highest: highest)
    }
}
#endif
