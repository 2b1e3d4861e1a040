/// The lines of a file, which several tasks take to read them at the same time.
actor SharedLines {
    private var lines: ResultLines
    private var isAtEnd = false

    init(_ lines: consuming ResultLines) {
        self.lines = lines
    }

    /// Takes the next whole lines, replacing others that are done with.
    private func take(
        replacing old: consuming [UInt8]
    ) throws(SavedResultsError) -> (lines: [UInt8], offset: Int)? {
        guard !isAtEnd else { return nil }
        // Nothing after an error is needed.
        isAtEnd = true
        guard let offset = try lines.takeLines(into: &old) else { return nil }
        isAtEnd = false
        return (old, offset)
    }

    private func stop() { isAtEnd = true }

    /// Adds the records of lines that no other thread takes to a part.
    ///
    /// - Parameters:
    ///   - empty: The part before anything was added to it.
    ///   - add: Adds a record.
    /// - Returns: The part, and the accounts of the lines that were read for it; an error when the file cannot be
    ///   read or has a later version.
    nonisolated func read<Part>(
        into empty: Part,
        _ add: @escaping @Sendable (inout Part, ResultEntry, Int, () -> ResultEntry?) -> Void
    ) async -> Result<(Part, [LineAccount]), SavedResultsError> {
        // A copy of its own, so that no other task counts references to the same arrays.
        let members = ResultMembers()
        var signatures = KnownSignatures()
        var part = empty
        var accounts: [LineAccount] = []
        var block: [UInt8] = []
        do throws(SavedResultsError) {
            while let (lines, offset) = try await take(replacing: consume block) {
                accounts.append(
                    try LineAccount(
                        reading: lines, at: offset, members: members, signatures: &signatures
                    ) { add(&part, $0, $1, $2) })
                block = lines
            }
            return .success((part, accounts))
        } catch {
            await stop()
            return .failure(error)
        }
    }
}
