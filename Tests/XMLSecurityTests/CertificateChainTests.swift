import PayloadCoding
import TestSupport
import XCTest

@testable import XMLSecurity

/// Which certificates of a set sign messages, and which only vouch for those.
final class CertificateChainTests: XCTestCase, ReachesUnsafeCode {
    private func assertSigners(
        _ expected: [[UInt8]], among certificates: [[UInt8]], line: UInt = #line
    ) {
        XCTAssertEqual(CertificateChain.signers(among: certificates), expected, line: line)
    }

    func testASingleCertificateSignsWhateverItSaysOfItself() {
        for certificate in [Chain.root, Chain.intermediate, Chain.leaf, Chain.rsaRoot] {
            assertSigners([certificate], among: [certificate])
        }
    }

    func testWhatIssuedAnotherCertificateSignsNothingInAnyOrder() {
        let chain = [Chain.leaf, Chain.intermediate, Chain.root]
        for first in chain {
            for second in chain where second != first {
                let third = chain.first { $0 != first && $0 != second } ?? []
                assertSigners([Chain.leaf], among: [first, second, third])
            }
        }
        assertSigners([Chain.rsaLeaf], among: [Chain.rsaRoot, Chain.rsaLeaf])
    }

    func testCertificatesOfWhichNoneIssuedAnotherAreKeysOneAfterTheOther() {
        let unrelated = [Chain.leaf, Chain.rsaLeaf, Chain.root]
        // The authority between the leaf and the root is not there.
        assertSigners(unrelated, among: unrelated)
    }

    func testARenewedCertificateOfTheSameKeyAndAnotherKeyByTheSameNameStay() {
        assertSigners([Chain.root, Chain.renewedRoot], among: [Chain.root, Chain.renewedRoot])
        assertSigners([Chain.root, Chain.otherRoot], among: [Chain.root, Chain.otherRoot])
        // Both certificates of the key vouch for what it issued, the other key does not.
        assertSigners(
            [Chain.otherRoot, Chain.intermediate],
            among: [Chain.root, Chain.otherRoot, Chain.renewedRoot, Chain.intermediate])
    }

    func testWhatCannotBeReadStaysAndIssuesNothing() {
        let broken = [[], [1, 2, 3], Array(Chain.root.dropLast(4))]
        assertSigners(broken + [Chain.leaf], among: broken + [Chain.leaf])
    }

    func testNamesDecideInLargeSets() {
        let many = [[UInt8]](repeating: Chain.rsaLeaf, count: 20)
        assertSigners(
            many + [Chain.leaf], among: many + [Chain.intermediate, Chain.leaf, Chain.rsaRoot])
    }

    func testPEMTextWithAChainGivesTheKeyOfItsEndAlone() throws {
        func pem(_ der: [UInt8]) -> String {
            "-----BEGIN CERTIFICATE-----\n\(base64(der))\n-----END CERTIFICATE-----\n"
        }
        for text in [
            pem(Chain.leaf) + pem(Chain.intermediate) + pem(Chain.root),
            pem(Chain.root) + pem(Chain.intermediate) + pem(Chain.leaf),
        ] {
            XCTAssertEqual(
                try TrustedKey.keys(pemEncoded: text), [try TrustedKey(derEncoded: Chain.leaf)])
        }
        XCTAssertEqual(try TrustedKey.keys(pemEncoded: pem(Chain.root)).count, 1)
        XCTAssertEqual(try TrustedKey.keys(pemEncoded: pem(Chain.leaf) + pem(Chain.root)).count, 2)
    }
}

/// Certificates that were made for these tests; nobody has their keys.
private enum Chain {
    private static func der(_ text: String) -> [UInt8] {
        (try? Base64.decode(Array(text.utf8))) ?? []
    }

    /// A root on P-256, with its own signature.
    static let root = der(ChainFixture.root)
    /// An RSA root whose signature has SHA-1.
    static let rsaRoot = der(
        """
        MIIC0zCCAbugAwIBAgIBAjANBgkqhkiG9w0BAQUFADATMREwDwYDVQQDDAhSU0EgUm9vdDAeFw0yNjExMjgwNzI4NDlaFw00\
        NjExMjMwNzI4NDlaMBMxETAPBgNVBAMMCFJTQSBSb290MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvexkZ3qi\
        7j2c9x0dULULNw1q5zEqh1aQG6wcLsJVHh/j1mcfl1ZFz296vPGVvAolbj5d+HIZqLnVuFjFCwzXRE1tv0h72JFYNSje0AXn\
        zHtMX+PWQSPIRbWJpWLAqlG9NXgxpuaStgcvSOkFD/v017K3144Xhs1c7wQD0Q/4QA3Ym/ZnWCA601jmQMpL5RtR9xXoIZMT\
        2qiVax27Vorwmq8gyLIHQsBmqbQIGU39Cu434zt4RXryYtgI9+wlYhbzFbvUveOXK9M0wAAmx6LcLiOj2x21W8vqRa4hwGv5\
        TB6Urrp0pZFJhDlruwTf5XYrDMDuIJIAsjlGTuo8AGT/lQIDAQABozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQf\
        wjkiibjWWfEPFBpOMUx5dIRm/DANBgkqhkiG9w0BAQUFAAOCAQEAjFxD8VDEhXoVh27eBVAmE+L8FmFnvWaTIJmhc+6Wz8MF\
        0MVavDUMH+NqSTBiRq7o3Wsuhg0QQ0x6mXUZN/Gf7UKBAae8VsqXYY+JQ9R4sF8vqzl9OdjmiF3zRfUCUwUKz2HSMzpFfT+5\
        hzP3fbz/5155UYNDd3HkA4lynyjb6V5KsRmyJDhWltK9ioZaxGVYiHnD5UnUk9jy9pB9yal4MRunm8x5fl4AI3u8E5DUd3e0\
        feJEpvU66Eru5wZ3DxIHkOZab8ESmU9IEn4b64NTWikIBcg9D985RFKNE7KWkzdOf27V/ImYe2CG5Fi2Z5Qesu3fozEfwpcS\
        tOCFgSzcvw==
        """)
    /// Issued by the root, with SHA-384.
    static let intermediate = der(ChainFixture.intermediate)
    /// Issued by the intermediate authority.
    static let leaf = der(
        """
        MIIBYzCCAQqgAwIBAgIBBDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxJbnRlcm1lZGlhdGUwHhcNMjYxMTI4MDcyODQ5WhcN\
        NDYxMTIzMDcyODQ5WjARMQ8wDQYDVQQDDAZTaWduZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT5hbbx/yx/CFbAg1ZT\
        LAWz7aBkvowz/rBO1mJ8F9M5yOpbeXwjZrySmfp67nptnmnS5xU5f1p5FWa0Pz5fO/lWo00wSzAJBgNVHRMEAjAAMB0GA1Ud\
        DgQWBBT71Jxtq2GaHKPLjBhlAWsyZrcusTAfBgNVHSMEGDAWgBQJHAQR1r0UdUSgSR4HAtOE/PRWxzAKBggqhkjOPQQDAgNH\
        ADBEAiBeIBZkqZfkQNEKzyy3Qiuf5xm3OYGhuwqZYbJis2LfogIgTvSQCHlV/Yag75ve/QP6lyipk+utU2CvYHQzcrAnxQ4=
        """)
    /// Issued by the RSA root.
    static let rsaLeaf = der(
        """
        MIICHzCCAQegAwIBAgIBBTANBgkqhkiG9w0BAQsFADATMREwDwYDVQQDDAhSU0EgUm9vdDAeFw0yNjExMjgwNzI4NDlaFw00\
        NjExMjMwNzI4NDlaMA8xDTALBgNVBAMMBE5leHQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQCcScIi3JMOuC0OSkb7DHW\
        iqE8YO7TcmE6rLa1pFiNZCTEonGlQhVFEjBQiRxtgiYsJtmTsMTCec0YPfu00Wtpo00wSzAJBgNVHRMEAjAAMB0GA1UdDgQW\
        BBQehgy/yVy8GZHL4kZCxyTT7IZi/TAfBgNVHSMEGDAWgBQfwjkiibjWWfEPFBpOMUx5dIRm/DANBgkqhkiG9w0BAQsFAAOC\
        AQEAvQqvWipRBzhcksLB0N7+ep3wU/tD6z9CS4uUkeDYovfLnI2HPpD1o+CEyDRoX78ZKb1k8A7eRZFpEvTwDwI7XlnguJ3B\
        ZgavSSLf2IN+8Wi+D1eyj/Y1YKcazyJP9lKOhJmZXSKW85pOBJUQq3P+PVUTh5eaW0zAOdznDpb99E7JrvW5LUs8/jM9RuAZ\
        80KJqnIkKXFOQo5kIj8bgA3kpNcbPjUnOqBaFDQXttZPcOfe3OEB9H0MQmdAxO5qR2bLjbGWUjNbtbwFQ5kd/cAFbPG+/SiZ\
        3JRsiN4HUwlDcJ8X+nrqUb17tnSebbK+kxVcde1plUODupIBbGH4r2uxIA==
        """)
    /// The root's key in a later certificate.
    static let renewedRoot = der(
        """
        MIIBPzCB5aADAgECAgEGMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwHhcNMjYxMTI4MDcyODQ5WhcNNDYxMTIzMDcy\
        ODQ5WjAPMQ0wCwYDVQQDDARSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2Xqur2caxXQyw04wVWqThh65nfSzLBIT\
        0av3FCy2ioVMQngBw8MyGtOUZFjxk2o76qUkLD1pzuy6YM9BwmS5iKMyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU\
        2mWGHJU1rlx8MPoGc6hU0p3b7ScwCgYIKoZIzj0EAwIDSQAwRgIhAOvVrW9YFSsDPKj1i6rH1V00rDfMRXtM2HaYDIBZIjOV\
        AiEAhRsDUhh6H1/o6OCGwg62oolReg6G0v0wYJuYQ7idV7g=
        """)
    /// Another key by the root's name, with its own signature.
    static let otherRoot = der(
        """
        MIIBPzCB5aADAgECAgEHMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwHhcNMjYxMTI4MDcyODQ5WhcNNDYxMTIzMDcy\
        ODQ5WjAPMQ0wCwYDVQQDDARSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwEYkyhOhiI+IY9Gpd8qfcafZmuZDjAbK\
        mdSjSAOSjfaRDUzm182ZlJy7DkpWwOAnyjIkE9pZKfZ3WWTmxqs0O6MyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU\
        yM0y1XYWmtG7C7b7MVUhqH1eS/swCgYIKoZIzj0EAwIDSQAwRgIhAMc/3Mzr7bFtYBf0iuQg2T37m23lHADt6cH0iwIGJ1hf\
        AiEAyLMI+73nnMMA9Htst1hp7gSLSc+0gQvSf4/+sgv4S0o=
        """)
}

private func base64(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.encoding(bytes), as: UTF8.self)
}
