#if Sandbox
internal import HTTPTypes
internal import PassAudit
internal import PayloadCoding
internal import WireText

/// The rules that a request alone can break.
struct StrictRequest {
    let call: Call
    let endpoint: Endpoint

    /// Refuses a request that breaks an enforced rule before the access token is checked.
    func checkBeforeToken() throws(Refusal) {
        let query = try call.query()
        try refuse(
            .securityNoSecretsInURL, "A token, secret or SAML response stands in the URL.",
            if: query.names.contains { name in
                V2Endpoint.secrets.contains { isSame($0, name) }
            } || query.values.contains(where: Self.isToken))
        try refuse(
            .v1SDKUsed, "The request is one of an AccessEnabler SDK.",
            if: call.field("AP-SDK-Identifier") != nil)
        try checkBrowser()
        try refuse(
            .securityStatementOnlyAtRegistration,
            "The software statement belongs into the registration only.",
            if: endpoint.path != "/o/client/register" && holdsStatement())
        guard endpoint.path == "/o/client/token" else { return }
        try refuse(
            .registrationRequestForm, "The parameters of a token belong into the body.",
            if: !query.names.isEmpty)
    }

    /// Refuses what an app sends to an address that belongs to a browser.
    private func checkBrowser() throws(Refusal) {
        let isLogout = endpoint.path == "/adobe-services/logout"
        guard isLogout || endpoint.path.hasPrefix("/api/v2/authenticate/") else { return }
        let own = call.request.headerFields.map(\.name.canonicalName).filter {
            $0 == "authorization" || $0.hasPrefix("ap-") || $0 == "x-device-info"
        }
        try refuse(
            isLogout ? .logoutActionFollowed : .sessionsAuthenticateInUserAgent,
            "The address belongs to a browser, which sends no access token and no device.",
            if: !own.isEmpty)
    }

    /// Returns whether a body has a software statement, by its name.
    private func holdsStatement() -> Bool {
        let name = "software_statement"
        return (try? call.form())?.names.contains { isSame($0, name) } ?? false
            || JSONText.read(call.body)?[name] != nil
    }

    /// Refuses a request that breaks an enforced rule after its access token was accepted.
    func check() throws(Refusal) {
        guard let documented = DocumentedNames.of(endpoint) else { return }
        try checkNames(documented)
        try checkTypes(documented)
        try StrictHeaders(call: call, endpoint: endpoint).check(documented)
        try checkValues(documented)
    }

    private func checkNames(_ documented: DocumentedNames) throws(Refusal) {
        let (query, form) = (try call.query(), try fields())
        let members = documented.members.isEmpty ? [] : JSONText.read(call.body)?.members ?? []
        let names = query.names + form.names + members.map(\.name)
        let known = documented.query + documented.form + documented.members
        let others = names.filter { name in !known.contains { isSame($0, name) } }
        try refuse(
            .requestsNoV1Leftovers, "The request has a parameter of REST API v1.",
            if: others.contains { name in
                V2Endpoint.former.contains { isSame($0, name) }
            })
        let isMisplaced =
            query.names.contains { name in !documented.query.contains { isSame($0, name) } }
            || form.names.contains { name in !documented.form.contains { isSame($0, name) } }
        try refuse(
            .requestsDocumentedOnly, "The endpoint does not document a parameter of the request.",
            if: !others.isEmpty || isMisplaced)
        let foreign = call.request.headerFields.map(\.name.canonicalName).filter { name in
            DocumentedNames.prefixes.contains(where: name.hasPrefix)
                && !(documented.fields + V2Endpoint.fieldsOfAll).contains(name)
        }
        try refuse(
            .requestsDocumentedOnly,
            "The endpoint does not document the header field \(foreign.first ?? "").",
            if: !foreign.isEmpty)
    }

    private func checkTypes(_ documented: DocumentedNames) throws(Refusal) {
        let accept = call.request.headerFields[.accept]?.lowercased() ?? "application/json"
        try refuse(
            .requestsContentType, "Accept must be application/json if it is sent.",
            if: !["application/json", "*/*"].contains(where: accept.contains))
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        try refuse(
            .requestsContentType, "The endpoint takes a form.",
            if: !documented.form.isEmpty && !call.body.isEmpty
                && !type.hasPrefix("application/x-www-form-urlencoded"))
    }

    private func checkValues(_ documented: DocumentedNames) throws(Refusal) {
        let (query, form) = (try call.query(), try fields())
        for name in documented.required where documented.members.isEmpty {
            try refuse(
                .requestsRequiredParameters, "The parameter \(name) is missing.",
                if: query.nonEmpty(name) == nil && form.nonEmpty(name) == nil)
        }
        if let url = query.nonEmpty("redirectUrl") ?? form.nonEmpty("redirectUrl") {
            let lowercased = url.lowercased()
            try refuse(
                .sessionsRedirectEncodedOnce,
                "redirectUrl is not an absolute URL after one decoding, or is still encoded.",
                if: !url.contains("://") || lowercased.hasPrefix("http%3a")
                    || lowercased.contains("%3a%2f%2f"))
        }
        guard let response = form.nonEmpty("SAMLResponse"),
            let message = try? Base64.decodeWrapped([UInt8](response.utf8))
        else { return }
        try refuse(
            .appleResponseNormalized,
            "The SAML response has tabs, line breaks, or white space at an end.",
            if: !Self.isNormalized(message))
    }

    /// The fields of the body if it is a form, as far as it can be read.
    private func fields() throws(Refusal) -> FormFields {
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded") ? try call.form() : FormFields()
    }

    private func refuse(
        _ rule: Rule.Name, _ message: String, if isBroken: @autoclosure () -> Bool
    ) throws(Refusal) {
        guard call.configuration.enforces(rule), isBroken() else { return }
        throw Refusal(breaking: rule, message)
    }

    /// Returns whether a text is a JWT, as far as its form shows.
    static func isToken(_ text: String) -> Bool {
        text.hasPrefix("eyJ") && text.split(separator: ".", maxSplits: 2).count > 1
            && text.contains(".eyJ")
    }

    /// Returns whether bytes are what the cookbook's normalization leaves, blanks apart: those on
    /// both sides of a removed line break become neighbors.
    static func isNormalized(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let removed: Set<Unicode.Scalar> = [
            "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}",
        ]
        return !text.unicodeScalars.contains(where: removed.contains)
            && text.unicodeScalars.first?.properties.isWhitespace == false
            && text.unicodeScalars.last?.properties.isWhitespace == false
    }
}

extension FormFields {
    /// The names of the fields.
    var names: [String] { entries.map(\.name) }

    /// The values of the fields.
    var values: [String] { entries.map(\.value) }
}
#endif
