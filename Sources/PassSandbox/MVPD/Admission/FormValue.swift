internal import PayloadCoding

/// The value of the form field `SAMLResponse`, after the form was decoded once.
struct FormValue {
    /// The longest value, in bytes: Base64 of 6 MiB, which no response comes near.
    static let longest = 8 << 20

    let text: String

    /// The message in it.
    ///
    /// - Returns: What the Base64 holds.
    /// - Throws: An ``AdmissionRefusal`` that says how it was encoded wrongly.
    func message() throws(AdmissionRefusal) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else {
            throw AdmissionRefusal(
                .missing, "The form has no SAMLResponse, or an empty one. Send it in the body.")
        }
        guard bytes.count <= Self.longest else {
            throw AdmissionRefusal(
                .tooLarge, "The SAMLResponse is larger than \(Self.longest >> 20) MiB.")
        }
        if bytes.first == UInt8(ascii: "<") {
            throw AdmissionRefusal(
                .notEncoded, "The SAMLResponse is XML. Put it into Base64, then percent-encode it.")
        }
        try refuseEncodings(bytes)
        do {
            return try Base64.decode(bytes)
        } catch {
            throw AdmissionRefusal(
                .notBase64,
                "The SAMLResponse is not Base64 in the standard alphabet with its padding; it "
                    + "first goes wrong at byte \(error.offset).")
        }
    }

    private func refuseEncodings(_ bytes: [UInt8]) throws(AdmissionRefusal) {
        // One look at a long text, which in order has none of these.
        var isThere = [Bool](repeating: false, count: 256)
        for byte in bytes { isThere[Int(byte)] = true }
        func contains(_ character: UInt8) -> Bool { isThere[Int(character)] }
        if contains(UInt8(ascii: "%")), Self.hasEscape(bytes) {
            throw AdmissionRefusal(
                .doublePercentEncoded,
                "The SAMLResponse still has %2B, %2F or %3D after the form was decoded: it was "
                    + "percent-encoded twice. Put the cookbook's output into the body as it is, or "
                    + "give plain Base64 to a form encoder.")
        }
        if contains(UInt8(ascii: " ")) {
            throw AdmissionRefusal(
                .plusNotEncoded,
                "The SAMLResponse has spaces: its + was sent without being percent-encoded, and "
                    + "a form decodes + as a space. Send %2B.")
        }
        if contains(0x0D) || contains(0x0A) {
            throw AdmissionRefusal(
                .wrappedBase64,
                "The SAMLResponse is Base64 in lines. Encode it without line breaks.")
        }
        if contains(UInt8(ascii: "-")) || contains(UInt8(ascii: "_")) {
            throw AdmissionRefusal(
                .urlSafeBase64,
                "The SAMLResponse has - or _: it is in the URL-safe alphabet. Use the standard "
                    + "one, with + and /.")
        }
    }

    /// Returns whether an escape of `+`, `/` or `=` is left.
    private static func hasEscape(_ bytes: [UInt8]) -> Bool {
        let escapes = ["2B", "2b", "2F", "2f", "3D", "3d"].map { Array($0.utf8) }
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%")
                && escapes.contains { bytes[(index + 1)...].starts(with: $0) }
        }
    }
}
