/// One request and its answer, reduced to what rules look at; bodies are not kept.
package final class AuditedExchange: Sendable {
    /// The part that a request plays.
    enum Kind: Hashable, Sendable {
        case v2(V2Call)
        case register, token
        /// A call of REST API v2 or of the registration with a method or path that is not documented.
        case stray(V2Call?)
        case v1(V1Call)
        case sdk(String)
        case ssoService(String)
        /// A request of the redirect chain of a sign-in or sign-out.
        case browserLeg
        case management
        /// The stand-in for the device's framework, of a sandbox.
        case framework
        /// A host of Adobe's, and a path of none of its services for apps.
        case unknownPath
        case foreign
    }

    /// The reasons for skipping an exchange before judging.
    enum Omission: Hashable, Sendable {
        case preflight, unanswered, cached
    }

    /// The place in the input, from 0.
    let number: Int
    let file: String
    let entry: Int?
    let line: Int?
    /// The start and the end in microseconds since 1970.
    let start: Int64?
    let end: Int64?
    let client: String?
    let server: String?
    let method: String
    let host: String
    let environment: AdobeHost.Environment?
    let isSecure: Bool
    let isLoopback: Bool
    /// The path as reports show it.
    let path: String
    /// The URL without query and the path alone, as hashes.
    let place: HashedText
    let pathHash: HashedText
    let kind: Kind
    let omission: Omission?
    let status: Int
    let fields: RequestFields
    private let requestBox: RequestBox
    var request: RequestContent { requestBox.content }
    let answer: Answer
    /// The value of `Date` in seconds since 1970.
    let date: Int64?
    /// The address that a redirect leads to, without its query, as a hash.
    let location: HashedText?
    let caching: CacheFields?
    /// The name of a secret in the URL.
    let urlSecret: String?
    /// The hashes of the longer words of a request to another host.
    let words: [UInt64]
    /// A hash of method, URL and body, equal for repetitions of one request.
    let fingerprint: HashedText?
    /// A Boolean value that indicates whether the URL is one that `--playback` names.
    let isPlayback: Bool
    let isOwnHost: Bool

    /// Creates the exchange from a draft.
    init(_ draft: AuditedExchangeDraft) {
        number = draft.number
        file = draft.file
        entry = draft.entry
        line = draft.line
        start = draft.start
        end = draft.end
        client = draft.client
        server = draft.server
        method = draft.method
        host = draft.host
        environment = draft.environment
        isSecure = draft.isSecure
        isLoopback = draft.isLoopback
        path = draft.path
        place = draft.place
        pathHash = draft.pathHash
        kind = draft.kind
        omission = draft.omission
        status = draft.status
        fields = draft.fields
        requestBox = draft.request
        answer = draft.answer
        date = draft.date
        location = draft.location
        caching = draft.caching
        urlSecret = draft.urlSecret
        words = draft.words
        fingerprint = draft.fingerprint
        isPlayback = draft.isPlayback
        isOwnHost = draft.isOwnHost
    }
}

/// The header fields of an answer that say how long it may be kept.
struct CacheFields: Hashable, Sendable {
    let maximumAge: Int64?
    let hasValidator: Bool
    let retryAfter: Int64?
}

/// The values of an ``AuditedExchange`` while they are collected.
struct AuditedExchangeDraft {
    var number = 0
    var file = ""
    var entry: Int?
    var line: Int?
    var start: Int64?
    var end: Int64?
    var client: String?
    var server: String?
    var method = ""
    var host = ""
    var environment: AdobeHost.Environment?
    var isSecure = true
    var isLoopback = false
    var path = ""
    var place = HashedText("")
    var pathHash = HashedText("")
    var kind = AuditedExchange.Kind.foreign
    var omission: AuditedExchange.Omission?
    var status = 0
    var fields = RequestFields.none
    var request = RequestBox.empty
    var answer = Answer.none
    var date: Int64?
    var location: HashedText?
    var caching: CacheFields?
    var urlSecret: String?
    var words: [UInt64] = []
    var fingerprint: HashedText?
    var isPlayback = false
    var isOwnHost = false
}

extension AuditedExchange {
    /// The call, if it is one of REST API v2.
    var v2: V2Call? { if case .v2(let call) = kind { call } else { nil } }
    var endpoint: V2Call.Endpoint? { v2?.endpoint }
    var v1: V1Call? { if case .v1(let call) = kind { call } else { nil } }
    var isV2: Bool { v2 != nil }
    var isRegistration: Bool { kind == .register || kind == .token }
    var isFormer: Bool {
        switch kind {
        case .v1, .sdk: true
        default: false
        }
    }
    /// A Boolean value that indicates whether the request went to a service of Adobe's for apps.
    var isAdobe: Bool {
        switch kind {
        case .v2, .register, .token, .stray, .v1, .sdk, .ssoService, .browserLeg, .unknownPath: true
        case .management, .framework, .foreign: false
        }
    }
    /// A Boolean value that indicates whether the throttle counts the request.
    var isThrottled: Bool {
        switch kind {
        case .v2, .register, .token, .v1: endpoint != .authenticate
        default: false
        }
    }
    var isSuccess: Bool { (200..<300).contains(status) || status == 304 }

    var session: SessionAnswer? { if case .session(let answer) = answer { answer } else { nil } }
    var profiles: [ProfileAnswer]? {
        if case .profiles(let answer) = answer { answer } else { nil }
    }
    var decisions: [DecisionAnswer]? {
        if case .decisions(let answer) = answer { answer } else { nil }
    }
    var logouts: [LogoutAnswer]? { if case .logouts(let answer) = answer { answer } else { nil } }
    var configuration: ConfigurationAnswer? {
        if case .configuration(let answer) = answer { answer } else { nil }
    }
    var error: ErrorAnswer? { if case .error(let answer) = answer { answer } else { nil } }
    var issuedToken: TokenAnswer? { if case .token(let answer) = answer { answer } else { nil } }
    var issuedClient: ClientAnswer? { if case .client(let answer) = answer { answer } else { nil } }
    var isAnswerMissing: Bool { if case .missing = answer { true } else { false } }
}
