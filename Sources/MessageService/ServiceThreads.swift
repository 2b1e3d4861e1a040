#if Sandbox
internal import NIOCore

/// The threads that judge.
enum ServiceThreads {
    /// The number of messages that one request has judged at the same time: a thread stays for others.
    static let jobs = max(1, System.coreCount - 1)
    /// The number of threads for single messages.
    static let single = max(2, System.coreCount)
}
#endif
