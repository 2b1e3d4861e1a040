extension SignOnFlow {
    /// A kind of failed call, by what can be done next.
    @nonexhaustive
    public enum CallFailure: String, Hashable, Sendable, CaseIterable {
        /// The same call may succeed a little later.
        case transient
        /// A poll got a status that says nothing about the code.
        case odd
        /// The same call would fail again.
        case lasting
        /// The code is not known, or not any more.
        case codeUnknown
        /// No user can sign in with this MVPD; another MVPD may work.
        case mvpdRefused
        /// There is no profile any more, or there never was: the user has to sign in.
        case signInNeeded
        /// The resource may not be played, and may be once the user has signed in again.
        case deniedUntilSignIn
        /// v1: there is no authorization for the resource any more, or there never was.
        case authorizationNeeded
        /// v2: the framework's status was not good enough for the server.
        case statusRefused
        /// The registration is not known, or not any more.
        case clientUnknown
    }

    /// A step that a sign-on takes once at most, so that it ends.
    enum Once: Hashable, Sendable, CaseIterable {
        /// Registers again.
        case registration
        /// Requests a code to replace one that the server does not know.
        case code
        /// Lets the user choose an MVPD to replace one that was refused.
        case mvpd
        /// Asks for a decision again, with a fresh status or after another sign-in.
        case decision
    }

    /// Returns whether something that may be done once has not been done yet, and marks it as done.
    mutating func mayStill(_ deed: Once) -> Bool { context.done.insert(deed).inserted }
}
