/// A root certificate on P-256 and one that it issued, in Base64; they were made for tests, and nobody has their keys.
public enum ChainFixture {
    /// The root, with its own signature.
    public static let root =
        """
        MIIBPjCB5aADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwHhcNMjYxMTI4MDcyODQ4WhcNNDYxMTIzMDcy\
        ODQ4WjAPMQ0wCwYDVQQDDARSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2Xqur2caxXQyw04wVWqThh65nfSzLBIT\
        0av3FCy2ioVMQngBw8MyGtOUZFjxk2o76qUkLD1pzuy6YM9BwmS5iKMyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU\
        2mWGHJU1rlx8MPoGc6hU0p3b7ScwCgYIKoZIzj0EAwIDSAAwRQIhAId2pipY+mqbMDtrn1TKAp9LQzR5if8a22B1zh7f2BoS\
        AiBR1Bvq0Ai0bRh8G74rz63lMLIGcUfSHI4lXYy5sCi9jw==
        """
    /// Issued by the root, with SHA-384.
    public static let intermediate =
        """
        MIIBaDCCAQ6gAwIBAgIBAzAKBggqhkjOPQQDAzAPMQ0wCwYDVQQDDARSb290MB4XDTI2MTEyODA3Mjg0OVoXDTQ2MTEyMzA3\
        Mjg0OVowFzEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEW2GdY6/2tPmRJyTiQVWx\
        TWi9+XpacErMOSOQxadKTQT6WE+/1pOh7pFSwknM6pjiqt3gUcKzYhdF9FToNgW29KNTMFEwDwYDVR0TAQH/BAUwAwEB/zAd\
        BgNVHQ4EFgQUCRwEEda9FHVEoEkeBwLThPz0VscwHwYDVR0jBBgwFoAU2mWGHJU1rlx8MPoGc6hU0p3b7ScwCgYIKoZIzj0E\
        AwMDSAAwRQIgcbFDFmq0CXEd9ks0P0fzZIv3vTbk7TGMJdeGY9esjFYCIQDMIcW3MzjpVWxiDC3hlWVDQJ5njQ0jeuO3t/UE\
        WbSa6g==
        """
}
