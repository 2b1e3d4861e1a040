extension Pass {
    /// Remembers the user's TV provider between two runs of an app.
    ///
    /// A driver that has one asks for that provider's profile alone, so that a user with several
    /// profiles chooses once. It holds no secret, but tells something about the user.
    public protocol SignOnMemory: Sendable {
        /// Reads the user's TV provider.
        ///
        /// - Parameter serviceProvider: For which service provider.
        /// - Returns: The MVPD; `nil` if there is none.
        /// - Throws: Any error, if the memory cannot be read.
        func rememberedMVPD(for serviceProvider: ServiceProvider) async throws -> MVPDIdentifier?

        /// Remembers the user's TV provider, replacing the former one.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD; `nil` to forget it.
        ///   - serviceProvider: For which service provider.
        /// - Throws: Any error, if the memory cannot be written.
        func remember(
            _ mvpd: MVPDIdentifier?, for serviceProvider: ServiceProvider
        ) async throws
    }
}
