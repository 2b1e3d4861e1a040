#if Sandbox
internal import AdobePass
internal import PassAudit
internal import PayloadCoding
internal import WireText

/// The rules about the header fields of REST API v2 that a request alone can break.
struct StrictHeaders {
    let call: Call
    let endpoint: Endpoint

    func check(_ documented: DocumentedNames) throws(Refusal) {
        try checkDevice(documented)
        try checkInformation(documented)
        try checkStatus()
        try checkIdentity()
        try checkTokens()
    }

    private func checkDevice(_ documented: DocumentedNames) throws(Refusal) {
        guard let value = call.field("AP-Device-Identifier") else {
            return try refuse(
                .headersDeviceIdentifier, "AP-Device-Identifier is missing.",
                .invalidHeaderDeviceIdentifier, if: documented.wantsDevice)
        }
        let identifier = try? call.deviceIdentifier()
        let placeholders = ["dummy", "00000000-0000-0000-0000-000000000000", "0"]
        try refuse(
            .headersDeviceIdentifierFormat,
            "AP-Device-Identifier must be the word fingerprint and Base64 of an identifier.",
            .invalidHeaderDeviceIdentifier,
            if: identifier == nil || identifier?.isEmpty == true
                || placeholders.contains { isSame($0, identifier ?? "") } || value.contains("%"))
    }

    private func checkInformation(_ documented: DocumentedNames) throws(Refusal) {
        guard let value = call.field("X-Device-Info") else {
            return try refuse(
                .headersDeviceInfo, "X-Device-Info is missing.", .invalidHeaderDeviceInfo,
                if: documented.wantsDevice && !call.isPage)
        }
        try refuse(
            .requestsNoV1Leftovers, "X-Device-Info is percent-encoded, as in REST API v1.",
            .invalidHeaderDeviceInfo, if: value.contains("%"))
        let device = Base64.content(value).flatMap(JSONText.read)
        try refuse(
            .headersDeviceInfoDecodable, "X-Device-Info is not Base64 of a JSON object.",
            .invalidHeaderDeviceInfo, if: device?.members == nil)
        let absent = DeviceWords.required.filter { (device?[$0]?.text ?? "").isEmpty }
        try refuse(
            .headersDeviceInfoComplete,
            "X-Device-Info leaves out \(absent.joined(separator: ", ")).",
            .invalidHeaderDeviceInfo, if: !absent.isEmpty)
        let system = device?["osName"]?.text ?? ""
        try refuse(
            .headersDeviceInfoComplete, "The osName of X-Device-Info is none of Adobe's.",
            .invalidHeaderDeviceInfo, if: !DeviceWords.systems.contains { isSame($0, system) })
        try refuse(
            .applePlatformNamed, "Partner calls need an osName of Apple's.",
            .invalidHeaderDeviceInfo,
            if: endpoint.path.contains("/sso/") && !["iOS", "tvOS"].contains { isSame($0, system) })
    }

    private func checkStatus() throws(Refusal) {
        guard let value = call.field("AP-Partner-Framework-Status") else {
            return try refuse(
                .appleStatusSent, "AP-Partner-Framework-Status is missing.",
                .invalidHeaderPFSPermissionAccessNotPresent, if: endpoint.path.contains("/sso/"))
        }
        let status = Base64.content(value).flatMap(JSONText.read)
        let access = status?["frameworkPermissionInfo"]?["accessStatus"]?.text ?? ""
        let information = status?["frameworkProviderInfo"]
        let expiration = information?["expirationDate"]
        let isDate = expiration.map { $0.text.map { $0.count >= 13 && Int64($0) != nil } ?? false }
        try refuse(
            .appleStatusFormat,
            "AP-Partner-Framework-Status is not Base64 of Adobe's JSON: accessStatus is one of "
                + "four words, expirationDate a string of milliseconds.",
            .invalidHeaderPFSPermissionAccessNotPresent,
            if: !["granted", "denied", "restricted", "notDetermined"].contains(access)
                || information?.members == nil || isDate == false)
    }

    /// The tokens of other sign-ons, as far as they can be read.
    private func checkTokens() throws(Refusal) {
        // Exchanging a token that has ended is what one does with it.
        guard endpoint.dialect == .v2 else { return }
        for name in ["AD-Service-Token", "Adobe-Subject-Token"] {
            guard let token = call.field(name).flatMap(JWSText.init) else { continue }
            let isUnsigned = token.header["alg"]?.text?.lowercased() == "none"
            let end = token.claims["exp"]?.wholeNumber
            try refuse(
                .ssoTokenCurrent, "\(name) has expired or is not signed.", .internalServerError,
                if: isUnsigned || end.map { $0 < (call.now - 60_000) / 1000 } ?? false)
        }
    }

    private func checkIdentity() throws(Refusal) {
        guard let bytes = Base64.content(call.field("AP-TempPass-Identity")) else { return }
        try refuse(
            .securityIdentityHashed, "AP-TempPass-Identity holds an address, not a hash.",
            .invalidHeaderIdentityForTemporaryAccess, if: bytes.contains(UInt8(ascii: "@")))
    }

    private func refuse(
        _ rule: Rule.Name, _ message: String, _ code: Pass.ErrorCode, if isBroken: Bool
    ) throws(Refusal) {
        guard call.configuration.enforces(rule), isBroken else { return }
        throw Refusal(breaking: rule, message, code)
    }
}
#endif
