package import Captures
import Foundation
package import PayloadCoding
package import ProfileProcessing
package import SAML2
import SAMLBindings
import SystemPackage
package import TestSupport
package import XCTest
import XMLCore
import XMLSecurity

extension ProfileRecord {
    /// What was verified, or where nothing was, what is claimed, for tests that are not about trust.
    package var content: MessageContent {
        signature.verdict == .valid ? verified : claimed?.unverified ?? verified
    }
}

extension ProfileProcessor {
    /// A processor that judges as the tables beside the samples do.
    package static func reference(
        normalization: Normalization = .cookbook, includesPayload: Bool = false,
        trust: SAML.TrustStore? = nil
    ) throws -> ProfileProcessor {
        let context = SAML.ProcessingContext(
            now: try XCTUnwrap(SAML.Instant(parsing: SampleOutcome.now)),
            audience: SampleOutcome.audience)
        return ProfileProcessor(
            options: Options(
                context: context, requiredAttributes: SampleOutcome.requiredAttributes,
                normalization: normalization, includesPayload: includesPayload,
                trust: trust))
    }

    /// The issuers of the samples and the service provider that asks them.
    package static func sampleTrust() throws -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        let metadata = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
        try trust.trust(SAML.Metadata(metadata.rootElement))
        let pem = try Repository.sample("keys/sample-sp-signing.cert.pem")
        trust.trust(
            try TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self)),
            forIssuer: SampleOutcome.audience, as: [.serviceProvider])
        return trust
    }

    /// The record of a sample.
    package func record(ofSample path: String) throws -> ProfileRecord {
        record(
            of: CapturedMessage(
                bytes: try Repository.sample(path), source: MessageSource(file: path)))
    }

    /// The record of a text.
    package func record(of text: String) -> ProfileRecord {
        record(of: CapturedMessage(bytes: Array(text.utf8)))
    }
}

extension CaptureReader {
    /// A reader of files and folders.
    package init(paths: [String], format: CaptureFormat? = nil) {
        self.init(inputs: paths.map { FilePath($0) }, options: Options(format: format))
    }
}

extension Repository {
    /// The path of something among the samples.
    package static func samplePath(_ path: String) -> String { samples.appending(path: path).path }
}

extension XCTestCase {
    /// A folder that lasts as long as the test.
    package func scratchFolder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        addTeardownBlock { folder.removeAll() }
        return folder
    }
}
