import AdobePass
import AdobePassHTTP

/// The transport of the commands that call Adobe Pass.
enum BuiltTransport {
    #if WithoutURLSession && AsyncHTTPClient
    /// The transport; its connections end with the process.
    private static let shared = AsyncHTTPClientTransport()
    #endif

    /// Returns the transport that this samlkit was built with.
    ///
    /// On Linux, `URLSession` needs libcurl, which cannot be linked statically: Debian has no
    /// static Kerberos. A statically linked program is built with `-DWithoutURLSession`.
    ///
    /// - Returns: A transport.
    /// - Throws: ``CommandFailure`` if it was built with none.
    static func make() throws(CommandFailure) -> any Pass.Transport {
        #if !WithoutURLSession
        return URLSessionTransport()
        #elseif AsyncHTTPClient
        return shared
        #else
        throw CommandFailure(
            .usage,
            "This samlkit was built without an HTTP client. Rebuild it with: "
                + "swift build -c release --traits AsyncHTTPClient --product samlkit")
        #endif
    }
}
