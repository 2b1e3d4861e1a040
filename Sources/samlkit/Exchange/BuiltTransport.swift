import AdobePass
import AdobePassHTTP

/// What carries the requests of the commands that talk to Adobe Pass.
enum BuiltTransport {
    #if WithoutURLSession && AsyncHTTPClient
    /// It lives as long as the process: its connections end with it.
    private static let shared = AsyncHTTPClientTransport()
    #endif

    /// Picks the transport that this samlkit was built with.
    ///
    /// On Linux `URLSession` brings libcurl with it, which cannot be linked statically: Debian has no
    /// static Kerberos. A program that is to run anywhere is built with `-DWithoutURLSession`.
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
            "This samlkit was built without a way to talk to a server; rebuild it with: "
                + "swift build -c release --traits AsyncHTTPClient --product samlkit")
        #endif
    }
}
