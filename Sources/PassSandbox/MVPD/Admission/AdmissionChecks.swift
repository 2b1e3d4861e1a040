/// The checks of a readable response.
package struct AdmissionChecks: Hashable, Sendable {
    /// The requirement on the requested attributes.
    package enum RequiredAttributes: String, Hashable, Sendable, CaseIterable {
        /// None.
        case none
        /// One at least.
        case any
        /// Every one, the pseudo-name `NameID` included.
        case all
    }

    /// A Boolean value that indicates whether the status must be success.
    package var status = true
    /// A Boolean value that indicates whether a key of the MVPD must have signed what is read;
    /// without it, claims are read.
    package var signature = true
    /// A Boolean value that indicates whether signatures with SHA-1 do.
    package var allowsSHA1 = false
    /// A Boolean value that indicates whether issuer, audience and validity must be right.
    package var conditions = true
    /// A Boolean value that indicates whether the response must answer a query that was made for
    /// this device and app.
    package var inResponseTo = true
    /// The requirement on the requested attributes.
    package var attributes = RequiredAttributes.any
    /// A Boolean value that indicates whether an assertion is admitted once only.
    package var replay = true
    /// For how many seconds the one who presented an assertion may do so again, having lost the
    /// answer: 60 unless changed, 0 for not at all.
    package var repetitionWindow: Int64 = 60

    /// All checks, as a careful service provider makes them.
    package init() {}
}
