extension Rule {
    /// The names that Adobe's checklist gives its rows.
    private static let rowNames: [String: String] = [
        "M1": "Registered Application Scoping", "M2": "Client Credentials Caching",
        "M3": "Access Tokens Caching", "M4": "Configuration Retrieval",
        "M5": "TV Provider Selection Caching", "M6": "Polling Mechanism Starting",
        "M7": "Polling Mechanism Stopping", "M8": "Polling Mechanism Configuring",
        "M9": "Profiles Caching", "M10": "Preauthorization Decisions Retrieval",
        "M11": "Preauthorization Decisions Retrieval Retry",
        "M12": "Preauthorization Decisions Caching", "M13": "Authorization Decisions Retrieval",
        "M14": "Authorization Decisions Retrieval Retry", "M15": "Logout Support",
        "M16": "Send Authorization Header", "M17": "Send AP-Device-Identifier Header",
        "M18": "Send X-Device-Info Header", "M19": "Stable Device Identifier",
        "M20": "Follow APIs References", "M21": "Enhanced Error Code Handling Support",
        "M22": "HTTP Error Handling Support", "M23": "Lifecycle Testing",
        "R1": "Access Tokens Validation", "R2": "Configuration Caching",
        "R3": "Authentication Code Validation (2nd screen)", "R4": "Multiple Profiles Support",
        "R5": "(Optional) Non-Basic Flows Support", "R6": "User Experience (preauthorization)",
        "R7": "Media Tokens Validation", "R8": "User Experience (authorization)",
        "R9": "User Experience (logout)", "R10": "Reuse Code", "R11": "Test Coverage",
        "R12": "Test Tools",
    ]

    /// The row of the checklist with its name, or the page that supports the rule.
    package var reference: String {
        switch source {
        case .rows(let rows):
            rows.map { "\($0) \(Self.rowNames[$0] ?? "")" }.joined(separator: ", ")
        case .page(let title): title
        case .inference: "inferred from several pages"
        }
    }

    /// The title of the page that supports it; none for an inference.
    package var page: String? {
        switch source {
        case .rows: "REST API V2 Checklist"
        case .page(let title): title
        case .inference: nil
        }
    }

    /// The source as one writes it: the checklist's rows, `X` for another page, `I` for an inference.
    package var mark: String {
        switch source {
        case .rows(let rows): rows.joined(separator: ", ")
        case .page: "X"
        case .inference: "I"
        }
    }

    /// The severity and the source of the rule, as its section of the page has them.
    package var origin: String {
        let severity =
            switch severity {
            case .mandatory: "Mandatory"
            case .recommended: "Recommended"
            case .dependsOnEndpoint: "Mandatory for profiles/sso, recommended for sessions/sso"
            }
        return "\(severity). Source: \(reference)."
    }

    /// The date of Adobe's pages that the rules were written from.
    package static let edition = "2026-05-25"
}
