internal import Captures
package import SAML2
package import SAMLBindings

extension MessageSource {
    /// The time at which the message had come, as far as the capture says; `nil` if it has none, or none with a date
    /// and a zone.
    package var instant: SAML.Instant? {
        guard let begin = time.flatMap({ CaptureTime(parsing: $0).microseconds }) else {
            return nil
        }
        // No exchange takes longer than a day, whatever a capture says.
        let taken = duration.flatMap { $0 > 0 ? min($0, 86_400_000) : nil } ?? 0
        let microseconds = begin + Int64(taken * 1000)
        let seconds =
            microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
        return SAML.Instant(
            secondsSinceEpoch: seconds,
            nanoseconds: Int32(microseconds - seconds * 1_000_000) * 1000)
    }
}
