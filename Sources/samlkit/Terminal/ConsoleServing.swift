#if Sandbox
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a server asks of the system.
extension Console {
    /// Lets the process have as many open files as it may: each connection is one.
    static func raiseFileLimit() {
        #if canImport(Darwin) || canImport(Musl)
        let resource = RLIMIT_NOFILE
        #else
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = unsafe setrlimit(resource, &limit)
    }

    /// Opens an address in the browser; what cannot be opened was printed.
    static func open(_ address: String) {
        #if canImport(Darwin)
        let program = "open"
        #else
        let program = "xdg-open"
        #endif
        let words = unsafe (strdup(program), strdup(address))
        defer {
            unsafe free(words.0)
            unsafe free(words.1)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [words.0, words.1, nil]
        var child = pid_t()
        _ = unsafe posix_spawnp(&child, program, nil, nil, &arguments, environ)
    }
}
#endif
