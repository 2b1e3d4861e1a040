extension SandboxConfiguration {
    /// The service provider with an identifier.
    func serviceProvider(_ id: String) -> ServiceProvider? {
        serviceProviders.first { isSame($0.id, id) }
    }

    /// The software statement with a text.
    func softwareStatement(_ statement: String) -> SoftwareStatement? {
        softwareStatements.first { isSame($0.statement, statement) }
    }

    /// The MVPD with an identifier, whether or not anyone is integrated with it.
    func mvpd(_ id: String) -> MVPD? {
        mvpds.first { isSame($0.id, id) }
    }

    /// The MVPD that Apple knows by an identifier.
    func mvpd(mappingID: String) -> MVPD? {
        mvpds.first { $0.platform.map { isSame($0.mappingID, mappingID) } ?? false }
    }

    /// The MVPDs that a service provider has an active integration with.
    func mvpds(of serviceProvider: ServiceProvider) -> [MVPD] {
        mvpds.filter { isIntegrated($0, with: serviceProvider) }
    }

    /// Returns whether a service provider has an active integration with an MVPD.
    func isIntegrated(_ mvpd: MVPD, with serviceProvider: ServiceProvider) -> Bool {
        mvpd.isActive
            && (serviceProvider.mvpds.map { $0.contains { isSame($0, mvpd.id) } } ?? true)
    }
}

extension SandboxConfiguration.MVPD {
    /// Returns whether its integrations are active on a system; on one that is not known they are.
    func isActive(on system: String?) -> Bool {
        guard let systems, let system else { return true }
        return systems.contains { isSame($0, system) }
    }
}

/// Returns whether two texts have the same bytes; `==` would call composed and decomposed letters
/// equal.
func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
}
