/// The values that an app exchanges with Apple's Video Subscriber Account framework.
///
/// The values mirror the framework's, so that the sign-on can be run, replayed and tested where the
/// framework does not exist. ``SubscriberAccount`` is what answers.
public enum PlatformSSO {
    /// The production value of the channel identifier: the SAML issuer, not the name of a channel.
    public static let productionChannelIdentifier = "https://saml.sp.auth.adobe.com"
}
