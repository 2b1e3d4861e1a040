/// The checks of a readable response: all of them, as a careful service provider makes them.
struct AdmissionChecks: Sendable {
    /// The requirement on the requested attributes.
    enum RequiredAttributes: Sendable {
        /// None.
        case none
        /// One at least.
        case any
        /// Every one, the pseudo-name `NameID` included.
        case all
    }

    /// A Boolean value that indicates whether the status must be success.
    var status = true
    /// A Boolean value that indicates whether a key of the MVPD must have signed what is read;
    /// without it, claims are read.
    var signature = true
    /// A Boolean value that indicates whether a signature does that is provably broken by the
    /// cookbook's normalization only; then claims are read.
    var acceptsCollapsed = false
    /// A Boolean value that indicates whether signatures with SHA-1 do.
    var allowsSHA1 = false
    /// A Boolean value that indicates whether issuer, audience and validity must be right.
    var conditions = true
    /// A Boolean value that indicates whether the response must answer a query that was made for
    /// this device and app.
    var inResponseTo = true
    /// The requirement on the requested attributes.
    var attributes = RequiredAttributes.any
    /// A Boolean value that indicates whether an assertion is admitted once only.
    var replay = true
    /// For how many seconds the one who presented an assertion may do so again, having lost the
    /// answer: 60 unless changed, 0 for not at all.
    var repetitionWindow: Int64 = 60
}
