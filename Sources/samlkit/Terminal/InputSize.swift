import Captures
import Dispatch
import SystemPackage

/// The bytes of all files of an input, found out while the run already goes on.
final class InputSize: @unchecked Sendable {
    // Only read and written on the queue.
    private var total: Int?
    private let queue = DispatchQueue(label: "swift-saml.input-size")

    /// Begins to add up.
    ///
    /// - Parameters:
    ///   - inputs: Files and directories.
    ///   - excluded: Files that are not read.
    init(of inputs: [FilePath], excluding excluded: [FilePath]) {
        DispatchQueue.global(qos: .utility).async { [weak self] in
            var walk = InputWalk(inputs: inputs, excluding: excluded)
            var sum = 0
            while let step = walk.next() {
                guard self != nil else { return }
                guard case .file(let path) = step else { continue }
                // What has no size, such as standard input, makes the total unknown.
                guard let count = InputWalk.byteCount(of: path) else { return }
                sum += count
            }
            self?.set(sum)
        }
    }

    /// The sum; `nil` while it is not known, or when it cannot be.
    var byteCount: Int? { queue.sync { total } }

    private func set(_ sum: Int) {
        queue.sync { total = sum }
    }
}
