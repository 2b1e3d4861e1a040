#if Sandbox
/// REST API v1.
enum VersionOneEndpoints {
    static func all(enhanced: Bool) -> [Endpoint] { [] }
}
#endif
