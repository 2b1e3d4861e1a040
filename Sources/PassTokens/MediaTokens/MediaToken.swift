public import SAML2
internal import WireText
internal import XMLCore

/// The content of a media token of Adobe Pass: who may play what, and for how long.
///
/// A client hands the token to the programmer's server, which checks it before it lets a stream
/// start. Adobe publishes the names of the elements and a library that checks tokens, and does not
/// promise the layout: what is read here is the layout as it was published, and a token in another
/// one is ``MediaTokenError/invalidFormat``, not worthless.
public struct MediaToken: Hashable, Sendable, CustomStringConvertible {
    /// The user's session, by an identifier that does not name the user.
    public let sessionGUID: String
    /// The service provider the token was made for.
    public let requestorID: String
    /// The resource that may be played: an identifier or MRSS text.
    public let resourceID: String
    /// The MVPD that authorized the resource.
    public let mvpdID: String
    /// The MVPD behind `mvpdID` when that is a proxy for others.
    public let proxyMVPDID: String?
    /// The time of issue.
    public let issueTime: SAML.Instant
    /// The validity from the time of issue on, in milliseconds.
    public let timeToLive: Int64

    /// Reads a token without looking at its signature, so that anybody may have written what it
    /// says.
    ///
    /// - Parameter serializedToken: The token in Base64, as `serializedToken` has it.
    /// - Throws: A ``MediaTokenError`` when it is not in the layout that is known.
    public init(unverified serializedToken: String) throws(MediaTokenError) {
        try self.init(MediaTokenText(serializedToken).signedBytes)
    }

    /// Reads the bytes that a signature is over.
    init(_ bytes: [UInt8]) throws(MediaTokenError) {
        let root: XML.Element
        do throws(XML.ParsingError) {
            root = try XML.Document(parsing: bytes, limits: MediaTokenText.limits).rootElement
        } catch {
            throw MediaTokenError.invalidFormat
        }
        let fields = try MediaTokenFields(of: root)
        sessionGUID = try fields.text(of: "sessionGUID")
        requestorID = try fields.text(of: "requestorID")
        resourceID = try fields.text(of: "resourceID")
        mvpdID = try fields.text(of: "mvpdId")
        proxyMVPDID = try fields.optionalText(of: "proxyMvpdId")
        guard let timeToLive = Int64(try fields.text(of: "ttl")), timeToLive >= 0,
            let issueTime = MediaTokenTime(try fields.text(of: "issueTime"))?.instant
        else { throw MediaTokenError.invalidFormat }
        self.timeToLive = timeToLive
        self.issueTime = issueTime
    }

    /// The instant from which on the token is no longer valid.
    public var notAfter: SAML.Instant {
        let nanoseconds = Int64(issueTime.nanoseconds) + timeToLive % 1000 * 1_000_000
        let whole = issueTime.advanced(
            bySeconds: timeToLive / 1000 + nanoseconds / 1_000_000_000)
        return SAML.Instant(
            secondsSinceEpoch: whole.secondsSinceEpoch,
            nanoseconds: Int32(nanoseconds % 1_000_000_000))
    }

    /// The validity of the token; never its user.
    public var description: String { "MediaToken(\(issueTime) to \(notAfter))" }
}

extension MediaToken: Redacted {}

/// The reason why a media token cannot be read.
public enum MediaTokenError: String, Error, Hashable, Sendable, CaseIterable,
    CustomStringConvertible
{
    /// The text is not standard Base64 in one line.
    case invalidBase64
    /// The decoded token does not have the published layout.
    case invalidFormat

    /// The error in words; never content of the token.
    public var description: String {
        switch self {
        case .invalidBase64: "The media token is not Base64 in one line."
        case .invalidFormat:
            "The media token does not have the published layout; check it with Adobe's verifier."
        }
    }
}
