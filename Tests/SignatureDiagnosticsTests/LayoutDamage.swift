import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import SignatureDiagnostics

/// One change of a message's white space, as programs make it, and its name.
struct LayoutDamage: Sendable {
    /// What damages of which at most one is made to a message change.
    enum Aspect {
        case lines
        case lineEnds
        case returns
        case indentation
        case values
    }

    let name: String
    let aspect: Aspect
    let hypothesis: SignatureExplanation.Hypothesis
    let apply: @Sendable (String) throws -> String

    init(
        _ name: String, _ aspect: Aspect, _ hypothesis: SignatureExplanation.Hypothesis,
        _ apply: @escaping @Sendable (String) throws -> String
    ) {
        self.name = name
        self.aspect = aspect
        self.hypothesis = hypothesis
        self.apply = apply
    }

    private static func replacing(
        _ pattern: String, with replacement: String
    ) -> @Sendable (String) throws -> String {
        { $0.replacing(try Regex(pattern), with: replacement) }
    }

    private static let padding: @Sendable (String) throws -> String = { message in
        message.replacing(
            try Regex("(AttributeValue[^>/]*>)(?=[^<\\s])", as: (Substring, Substring).self),
            maxReplacements: 1
        ) { "\($0.1) " }
    }

    /// Damages to messages with line breaks and indentation, in an order in which they can be made one after the other.
    static let ofIndented: [LayoutDamage] = [
        LayoutDamage("a value padded", .values, .spacesAdded, padding),
        LayoutDamage("tabs for two spaces", .indentation, .tabsInserted) {
            $0.replacing("  ", with: "\t")
        },
        LayoutDamage("indented by a tab", .indentation, .indentationAdded) {
            $0.replacing("\n", with: "\n\t")
        },
        LayoutDamage("indented by 3 spaces", .indentation, .indentationAdded) {
            $0.replacing("\n", with: "\n   ")
        },
        LayoutDamage(
            "lines trimmed", .indentation, .indentationLost, replacing("\n[ \t]+", with: "\n")),
        LayoutDamage("indentation of 2 spaces more in some lines", .indentation, .prettyPrinted) {
            message in message.replacing(/\n([ \t]+)<\//) { "\n\($0.output.1)  </" }
        },
        LayoutDamage("a space before some tags", .indentation, .spacesBetweenTags) {
            $0.replacing("\n    <", with: "\n     <")
        },
        LayoutDamage("spaces squeezed", .indentation, .whitespaceFolded) {
            $0.replacing(try Regex("[ \t]+"), with: " ")
        },
        LayoutDamage("a space at line ends", .lineEnds, .trailingSpacesAdded) {
            $0.replacing(">\n", with: "> \n")
        },
        LayoutDamage("a tab at line ends", .lineEnds, .trailingSpacesAdded) {
            $0.replacing(">\n", with: ">\t\n")
        },
        LayoutDamage("blank lines", .lines, .lineEndingsDoubled) {
            $0.replacing("\n", with: "\n\n")
        },
        LayoutDamage("two blank lines", .lines, .lineEndingsDoubled) {
            $0.replacing("\n", with: "\n\n\n")
        },
        LayoutDamage(
            "carriage returns", .returns, .carriageReturnsAdded,
            replacing("\n(?=\\s*<)", with: "&#13;\n")),
    ]

    /// Damages to indented messages that leave no line break; none can be told from another damage to layout with it.
    static let ofAllLines: [LayoutDamage] = [
        LayoutDamage("the cookbook's normalization", .lines, .whitespaceCollapsed) {
            DamagedMessage.cookbook($0)
        },
        LayoutDamage("line breaks removed", .lines, .newlinesRemoved) {
            $0.replacing("\n", with: "")
        },
        LayoutDamage("white space between tags removed", .lines, .newlinesRemoved) {
            $0.replacing(try Regex(">\\s+<"), with: "><")
        },
        LayoutDamage("line breaks became spaces", .lines, .newlinesConverted) {
            $0.replacing("\n", with: " ")
        },
        LayoutDamage("every run one space", .lines, .whitespaceFolded) {
            // The cookbook leaves nothing of a line break without indentation.
            $0.replacing(try Regex("\\s+"), with: " ")
        },
    ]

    /// Damages to messages on one line.
    static let ofOneLine: [LayoutDamage] = [
        LayoutDamage("a space between tags", .lines, .spacesBetweenTags) {
            $0.replacing("><", with: "> <")
        },
        LayoutDamage("a tab between tags", .lines, .spacesBetweenTags) {
            $0.replacing("><", with: ">\t<")
        },
        LayoutDamage("spaces before some tags", .lines, .spacesBetweenTags) {
            $0.replacing("><saml", with: ">  <saml").replacing("><ds", with: ">  <ds")
        },
        LayoutDamage("line breaks between tags", .lines, .prettyPrinted) {
            $0.replacing("><", with: ">\n<")
        },
        LayoutDamage("CR LF between tags", .lines, .prettyPrinted) {
            $0.replacing("><", with: ">\r\n<")
        },
        LayoutDamage("CR LF and a tab between tags", .lines, .prettyPrinted) {
            $0.replacing("><", with: ">\r\n\t<")
        },
        LayoutDamage("pretty-printed", .lines, .prettyPrinted) {
            try DamagedMessage.indented($0, by: "  ")
        },
        LayoutDamage("carriage returns and line breaks", .lines, .carriageReturnsAdded) {
            $0.replacing("><", with: ">&#13;<")
        },
        LayoutDamage("a value padded", .values, .spacesAdded, padding),
    ]
}

/// What the comparison of received and signed bytes says, whatever a search would find.
struct ComparedMessage {
    let signed: ReceivedMessage
    let received: ReceivedMessage

    /// - Parameters:
    ///   - signed: A message as it was signed.
    ///   - received: The same elements with other white space.
    ///   - name: The name of the signed element.
    /// - Throws: What parsing the signed message throws.
    ///
    /// `nil` where the damage leaves no signature that can be read.
    init?(_ signed: String, _ received: String, _ name: String = "Assertion") throws {
        let document = try XML.Document(parsing: Array(signed.utf8))
        let root = document.rootElement
        let element =
            root.name.localName == name
            ? root : try XCTUnwrap(root.childElements.first { $0.name.localName == name })
        let signature = try XCTUnwrap(element.firstChild(named: .signature))
        let limits = XML.CanonicalizationLimits.standard
        let message = try XCTUnwrap(
            ReceivedMessage(
                element, signature: Signature(signature), in: document, signedInfoBytes: [],
                referenceBytes: [], limits: limits))
        self.signed = try XCTUnwrap(message.restored(Array(signed.utf8), limits: .standard))
        guard let received = message.restored(Array(received.utf8), limits: .standard) else {
            return nil
        }
        self.received = received
    }

    /// Returns the proofs that a search gives after these steps to the signed bytes.
    func named(
        after first: SignatureExplanation.Hypothesis,
        _ second: SignatureExplanation.Hypothesis? = nil
    ) -> (signedInfo: HypothesisSearch.Proof?, reference: HypothesisSearch.Proof?) {
        func proof(_ bytes: [UInt8], _ receivedBytes: [UInt8]) -> HypothesisSearch.Proof? {
            guard bytes != receivedBytes else { return nil }
            return HypothesisSearch.Proof(
                cause: .init(hypothesis: first, undoing: "a trial"),
                furtherCause: second.map { .init(hypothesis: $0, undoing: "another trial") },
                bytes: bytes)
        }
        return HypothesisSearch.Proof.namedByDifference(
            signedInfo: proof(signed.signedInfoBytes, received.signedInfoBytes),
            reference: proof(signed.referenceBytes, received.referenceBytes), in: received)
    }

    /// The causes of all parts.
    func findings(
        after first: SignatureExplanation.Hypothesis = .newlinesRemoved,
        _ second: SignatureExplanation.Hypothesis? = nil
    ) -> Set<SignatureExplanation.Finding> {
        let named = named(after: first, second)
        return Set(
            [named.signedInfo, named.reference].compactMap(\.self).flatMap {
                [$0.cause, $0.furtherCause].compactMap(\.self)
            })
    }
}
