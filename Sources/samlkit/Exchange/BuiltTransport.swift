import AdobePass
import AdobePassHTTP

/// The transport of the commands that call Adobe Pass.
///
/// On Linux it is async-http-client's where the trait has it: `URLSession` there ends the process on some answers, keeps
/// a processor busy while it waits, and needs libcurl, which cannot be linked statically: Debian has no static Kerberos.
/// A statically linked program is built with `-DWithoutURLSession`.
enum BuiltTransport {
    #if AsyncHTTPClient && (WithoutURLSession || !canImport(Darwin))
    // Connections end with the process.
    private static let direct = AsyncHTTPClientTransport()
    private static let proxied = AsyncHTTPClientTransport(
        configuration: AsyncHTTPClientTransport.Configuration(proxy: proxy))

    /// The proxy of the environment, such as `http://proxy.example:3128`.
    private static var proxy: ProxyServer? {
        let names = ["https_proxy", "HTTPS_PROXY"]
        guard let text = names.lazy.compactMap(Console.environmentVariable).first else {
            return nil
        }
        let authority = text.split(separator: "/").last { !$0.hasSuffix(":") } ?? ""
        guard let colon = authority.lastIndex(of: ":"),
            let port = Int(authority[authority.index(after: colon)...])
        else { return nil }
        return ProxyServer(host: String(authority[..<colon]), port: port)
    }
    #endif

    /// Returns the transport that this samlkit was built with.
    ///
    /// - Parameter isLocal: Whether the server is on this computer, to which no proxy leads.
    /// - Returns: A transport.
    /// - Throws: ``CommandFailure`` if it was built with none.
    static func make(isLocal: Bool) throws(CommandFailure) -> any Pass.Transport {
        #if AsyncHTTPClient && (WithoutURLSession || !canImport(Darwin))
        return isLocal ? direct : proxied
        #elseif !WithoutURLSession
        return URLSessionTransport()
        #else
        throw CommandFailure(
            .usage,
            "This samlkit was built without an HTTP client. Rebuild it with: "
                + "swift build -c release --traits AsyncHTTPClient --product samlkit")
        #endif
    }
}
