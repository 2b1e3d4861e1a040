package import Captures
internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// Messages that fail as others do and say nothing about anybody, in an archive that can be mailed.
///
/// Values are replaced by pseudonyms, keys by throw-away keys, and signatures are made again. Every message is judged
/// once more as it stands in the bundle: one with another verdict, or in which anything of the original is found, is
/// refused.
package struct SupportBundle {
    private let processor: ProfileProcessor
    private let key: [UInt8]
    /// The query that messages answer, as XML.
    private let query: [UInt8]?
    private var keys = ThrowawayKeys()
    private var archive = StoredZip()
    private var entries: [BundleEntry] = []
    /// The messages that are not in the bundle, and why.
    package private(set) var omissions: [Omission] = []

    private static let mostAttempts = 6
    private static let fewestAttempts = 3
    private static let mostBytes = 1 << 20

    /// Creates a bundle without messages.
    ///
    /// - Parameters:
    ///   - processor: Judges the messages.
    ///   - key: Random bytes for the pseudonyms, which are not kept.
    ///   - query: The XML of the query that the messages answer.
    package init(processor: ProfileProcessor, key: [UInt8], query: [UInt8]? = nil) {
        var options = processor.options
        options.redaction = nil
        options.includesPayload = false
        self.processor = ProfileProcessor(options: options)
        self.key = key
        self.query = query
    }

    /// A message that is not in the bundle.
    package struct Omission: Sendable {
        /// Its place among the messages that were chosen, counted from 1: its name may say whose it is.
        package let number: Int
        /// The name that it had where it was captured.
        package let name: String
        package let refusal: Refusal
    }

    /// The number of messages.
    package var count: Int { entries.count }

    /// A line for each message: its file, the codes that come out again, and the number of replaced values.
    package var summary: [String] { entries.map(\.summary) }

    /// The zip archive: for each message its file, the trust and the query to judge it with, and for all of them a
    /// README with the commands and a receipt.
    package func zip() -> [UInt8] {
        var whole = archive
        whole.add("README.md", BundleText.readme(of: entries, without: omissions))
        whole.add("RECEIPT.md", BundleText.receipt(of: entries))
        return whole.bytes
    }

    /// Adds a message, or notes why it cannot be made so that it fails as it did and keeps nothing.
    package mutating func add(_ captured: CapturedRecord, named name: String) {
        do throws(Refusal) {
            try add(captured)
        } catch {
            let number = entries.count + omissions.count + 1
            omissions.append(Omission(number: number, name: name, refusal: error))
        }
    }

    /// Adds a message.
    private mutating func add(_ captured: CapturedRecord) throws(Refusal) {
        let message: CapturedMessage
        do throws(CaptureError) {
            message = try captured.message()
        } catch {
            throw Refusal(.noMessage)
        }
        guard message.bytes.count <= Self.mostBytes else { throw Refusal(.tooManyBytes) }
        let record = processor.record(of: captured)
        if processor.options.decryptor != nil, !record.encrypted.isEmpty {
            throw Refusal(.encrypted)
        }
        let examination = processor.examination(of: message)
        let source = BundleSource(
            message, processor: processor, examination: examination, number: entries.count + 1)
        guard !source.isUnreadable else { throw Refusal(.unsupportedEncoding) }
        let verdict = BundledVerdict(record, examination.explanations)
        var refusal = Refusal(.otherVerdict)
        for attempt in 0..<Self.mostAttempts {
            for variant in source.variants {
                do throws(Refusal) {
                    let made = try source.made(
                        key: key + [UInt8(attempt)], variant, query: query, &keys)
                    guard made.verdict?.isSame(as: verdict, inPacking: variant.isPacked) == true
                    else {
                        continue
                    }
                    guard !made.holdsSecret else {
                        refusal = Refusal(.secretFound)
                        continue
                    }
                    for file in made.files { archive.add(file.name, file.bytes) }
                    entries.append(BundleEntry(made, verdict, record))
                    return
                } catch {
                    refusal = error
                }
            }
            // Chance is in what was found, in what damaged text looks like, and in which characters a digest has.
            if attempt + 1 == Self.fewestAttempts, !source.dependsOnChance { break }
        }
        throw refusal
    }

    /// The reason why a message is not in a bundle.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package enum Code: String, Hashable, Sendable, CaseIterable {
            case noMessage
            case tooManyBytes
            case encrypted
            case unsupportedEncoding
            case certificateSize
            case keyNotMade
            case otherVerdict
            case secretFound
        }

        package let code: Code

        package init(_ code: Code) {
            self.code = code
        }

        /// A sentence that says why, and what to do.
        package var description: String {
            switch code {
            case .noMessage:
                "The capture does not hold the whole message, so that nothing can stand for it. Pass the "
                    + "part that is there as a file of its own."
            case .tooManyBytes: "The message is larger than 1 MiB, the largest that is bundled."
            case .encrypted:
                "The message was decrypted, and its content cannot be encrypted again for a bundle. Leave "
                    + "out --decryption-key to bundle it undecrypted."
            case .unsupportedEncoding:
                "The message is in an encoding in which its values cannot be found and replaced. Capture it "
                    + "in UTF-8, if that is possible."
            case .certificateSize:
                "A certificate in the message is too small for a throw-away certificate to stand for it."
            case .keyNotMade: "No throw-away key of the size of the signer's could be made."
            case .otherVerdict:
                "With its values replaced the message is not judged as before, so that the bundle would not "
                    + "show the failure."
            case .secretFound:
                "Something of the original was found in the message that was made for the bundle."
            }
        }
    }
}
