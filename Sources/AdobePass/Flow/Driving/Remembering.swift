extension SignOnDriver {
    /// The MVPD of an earlier sign-on; `nil` if there is none, or none that can be read.
    func rememberedMVPD() async -> Pass.MVPDIdentifier? {
        do {
            return try await memory?.rememberedMVPD(for: serviceProvider)
        } catch {
            await delegate.signOn(observed: .memoryFailed)
            return nil
        }
    }

    /// Remembers the MVPD for the next sign-on; `nil` to forget it.
    func remember(_ mvpd: Pass.MVPDIdentifier?) async {
        do {
            try await memory?.remember(mvpd, for: serviceProvider)
        } catch {
            await delegate.signOn(observed: .memoryFailed)
        }
    }

    private var serviceProvider: Pass.ServiceProvider {
        client.exchange.configuration.serviceProvider
    }
}
