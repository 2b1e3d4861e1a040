extension PlatformSSO {
    /// The providers that the system's picker offers.
    public struct ProviderLists: Hashable, Sendable {
        /// All that are offered.
        public let supported: [Pass.PlatformMappingIdentifier]
        /// Those that are shown first.
        public let featured: [Pass.PlatformMappingIdentifier]

        /// Computes both lists from the providers of a configuration.
        ///
        /// Adobe says that the lists can be computed and not how. Here every provider is offered
        /// that has sign-on enabled for the platform and may be shown in the system's picker.
        ///
        /// - Parameters:
        ///   - providers: The providers of the configuration.
        ///   - order: The MVPDs to show first, in the order of the programmer's liking; those that
        ///     are not offered are skipped.
        public init(of providers: [Pass.MVPD], featuring order: [Pass.MVPDIdentifier]) {
            let offered = providers.filter {
                $0.enablePlatformServices && $0.displayInPlatformPicker
                    && $0.platformMappingID != nil
            }
            var seen: Set<Pass.PlatformMappingIdentifier> = []
            supported = offered.compactMap(\.platformMappingID).filter {
                seen.insert($0).inserted
            }
            var shown: Set<Pass.PlatformMappingIdentifier> = []
            featured = order.compactMap { mvpd in
                offered.first { $0.id == mvpd }?.platformMappingID
            }.filter { shown.insert($0).inserted }
        }
    }
}
