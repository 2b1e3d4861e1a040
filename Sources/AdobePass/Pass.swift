/// The namespace that both versions of Adobe Pass's REST API share.
///
/// The endpoints themselves are in ``RESTv2``, ``RESTv1``, ``DCR`` and ``SSOService``.
public enum Pass {}

/// REST API v2: configuration, sessions, profiles, decisions and logout.
public enum RESTv2 {}

/// REST API v1, which the Apple SSO cookbook was written for and whose support ended with 2025.
public enum RESTv1 {}

/// Dynamic client registration, an OAuth 2.0 client-credentials profile after RFC 6749 and RFC 7591.
public enum DCR {}

/// The Adobe SSO Service, which lets the devices of one user share a sign-in with an MVPD.
public enum SSOService {}
