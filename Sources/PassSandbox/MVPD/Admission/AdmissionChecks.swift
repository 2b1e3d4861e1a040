/// What of a response is checked beyond that it can be read.
package struct AdmissionChecks: Hashable, Sendable {
    /// How many of the attributes that were asked for must be there.
    package enum RequiredAttributes: String, Hashable, Sendable, CaseIterable {
        /// None.
        case none
        /// One at least.
        case any
        /// Every one, the pseudo-name `NameID` included.
        case all
    }

    /// Whether the status must be success.
    package var status = true
    /// Whether a key of the MVPD must have signed what is read; without it, claims are read.
    package var signature = true
    /// Whether signatures with SHA-1 do.
    package var allowsSHA1 = false
    /// Whether issuer, audience and validity must be right.
    package var conditions = true
    /// Whether the response must answer a query that was made for this device and app.
    package var inResponseTo = true
    /// How many of the attributes that were asked for must be there.
    package var attributes = RequiredAttributes.any
    /// Whether an assertion is admitted once only.
    package var replay = true
    /// For how many seconds the one who presented an assertion may do so again, having lost the
    /// answer: 60 unless changed, 0 for not at all.
    package var repetitionWindow: Int64 = 60

    /// All checks, as a careful service provider makes them.
    package init() {}
}
