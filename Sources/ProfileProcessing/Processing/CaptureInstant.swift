internal import Captures
package import SAML2
package import SAMLBindings

extension MessageSource {
    /// The time that the capture has for the message; `nil` if it has none, or none with a date and a zone.
    package var instant: SAML.Instant? {
        guard let microseconds = time.flatMap({ CaptureTime(parsing: $0).microseconds }) else {
            return nil
        }
        let seconds =
            microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
        return SAML.Instant(
            secondsSinceEpoch: seconds,
            nanoseconds: Int32(microseconds - seconds * 1_000_000) * 1000)
    }
}
