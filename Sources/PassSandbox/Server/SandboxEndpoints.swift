#if Sandbox
/// What Adobe Pass does not have: faults, log, reset and the device's own framework.
enum SandboxEndpoints {
    static let all: [Endpoint] = []
}
#endif
