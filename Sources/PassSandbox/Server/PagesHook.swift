#if Sandbox
internal import Hummingbird

/// Where the pages are added to the router.
enum SandboxPages {
    static func add(to router: Router<SandboxContext>, state: SandboxState) {}
}
#endif
