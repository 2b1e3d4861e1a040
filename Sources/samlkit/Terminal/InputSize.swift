import Captures
import Dispatch
import SystemPackage

/// The total size of the input's files, determined while the run is in progress.
final class InputSize: @unchecked Sendable {
    // Only read and written on the queue.
    private var total: Int?
    private let queue = DispatchQueue(label: "swift-saml.input-size")

    /// Starts to add up the sizes.
    ///
    /// - Parameters:
    ///   - inputs: Files and directories.
    ///   - excluded: The files that are not read.
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

    /// The total size, or `nil` while it is unknown.
    var byteCount: Int? { queue.sync { total } }

    private func set(_ sum: Int) {
        queue.sync { total = sum }
    }
}
