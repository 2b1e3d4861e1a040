/// Answers from a list, one answer a query, and remembers what it was asked.
public actor ScriptedSubscriberAccount: SubscriberAccount {
    /// The requests for metadata so far.
    public private(set) var requests: [PlatformSSO.MetadataRequest] = []
    /// For every check of the access so far, whether the user might be asked.
    public private(set) var prompts: [Bool] = []
    private let answers: [PlatformSSO.Answer]
    private var next = 0
    private var isPending = false

    /// Creates an account.
    ///
    /// - Parameter answers: The answers in order. The last one is given again to every further
    ///   query; without any, access is not determined.
    public init(_ answers: [PlatformSSO.Answer]) {
        self.answers = answers
    }

    /// Gives the access of the next answer.
    ///
    /// - Parameter prompting: Remembered in ``prompts``.
    /// - Returns: The access.
    public func checkAccessStatus(prompting: Bool) -> PlatformSSO.Access {
        prompts.append(prompting)
        advance()
        isPending = current?.access.isGranted == true
        return current?.access ?? PlatformSSO.Access(.notDetermined)
    }

    /// Gives the metadata of the answer whose access was given last, or of the next one.
    ///
    /// - Parameter request: Remembered in ``requests``.
    /// - Returns: The metadata.
    /// - Throws: The error of the answer.
    public func metadata(
        for request: PlatformSSO.MetadataRequest
    ) throws(PlatformSSO.AccountError) -> PlatformSSO.AccountMetadata {
        requests.append(request)
        if !isPending { advance() }
        isPending = false
        if let error = current?.error { throw error }
        guard let metadata = current?.metadata else {
            throw PlatformSSO.AccountError(
                current?.access.isGranted == true
                    ? .serviceTemporarilyUnavailable : .accessNotGranted)
        }
        return metadata
    }

    private var current: PlatformSSO.Answer? { answers.isEmpty ? nil : answers[next - 1] }

    private func advance() { next = min(next + 1, answers.count) }
}
