package import Captures
package import SAML2
package import SAMLBindings

extension SAML.Instant {
    /// The instant for people: in UTC, without the fraction of its second.
    package var wholeSeconds: String {
        SAML.Instant(secondsSinceEpoch: secondsSinceEpoch).description
    }
}

extension CaptureTime {
    /// The instant in whole seconds; `nil` where the text does not tell it.
    package var instant: SAML.Instant? {
        microseconds.map { microseconds in
            let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
            return SAML.Instant(secondsSinceEpoch: rest < 0 ? seconds - 1 : seconds)
        }
    }
}

extension MessageSource {
    /// The time of capture for people; as the capture writes it where that tells no instant.
    package var shownTime: String? {
        time.map { CaptureTime(parsing: $0).instant?.description ?? $0 }
    }
}
