#if Sandbox
internal import WireText

/// The logo of a simulated provider: its first letters on a color of its own.
enum ProviderLogo {
    static func svg(of mvpd: SandboxConfiguration.MVPD) -> Markup {
        let letters = String(mvpd.displayName.unicodeScalars.prefix(2).map(Character.init))
        // Dark enough for white letters whatever the hue.
        let hue = PseudonymousID.digest(mvpd.id).prefix(2).reduce(0) { $0 * 256 + Int($1) } % 360
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="96" height="54" viewBox="0 0 96 54" \
            role="img"><title>\(mvpd.displayName)</title>\
            <rect width="96" height="54" rx="8" fill="hsl(\(hue),60%,30%)"/>\
            <text x="48" y="36" text-anchor="middle" font-family="sans-serif" font-size="26" \
            font-weight="700" fill="#fff">\(letters)</text></svg>
            """
    }
}
#endif
