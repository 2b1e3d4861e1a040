internal import ArgumentParser
public import XMLCore

struct Canonicalize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "canonicalize", _superCommandName: "samlkit",
        abstract: "Write the canonical bytes of a document or part of it.",
        discussion: """
            The output is the canonical bytes and nothing else, so you can pipe it into a digest.

            Example: samlkit canonicalize response.xml --id _a1 | sha256sum
            """)

    @Argument(
        help: .file("The document; - is standard input."),
        completion: .file())
    var file: String

    @Option(help: "The canonical form: exclusive, 1.0 or 1.1.")
    var method = Method.exclusive

    @Flag(help: "Keep comments.")
    var withComments = false

    @Option(
        help: ArgumentHelp(
            "The InclusiveNamespaces PrefixList, such as \"xs #default\".", valueName: "prefixes"))
    var inclusivePrefixes: String?

    @Option(help: "Canonicalize only the element with this ID.")
    var id: String?

    @Option(
        help: ArgumentHelp(
            "Canonicalize only the nodes that this XPath selects.", valueName: "expression"))
    var xpath: String?

    @Option(
        help: ArgumentHelp(
            "Bind a prefix of the XPath to a namespace; repeats.", valueName: "prefix=URI"))
    var namespace: [String] = []

    @Option(
        help: .file(
            "A file with an XPath element. Its text is the expression; its namespaces bind "
                + "prefixes."), completion: .file())
    var xpathFile: String?

    @Option(help: "The canonicalizer to use: linear, or libxml2 as the reference.")
    var engine = XML.CanonicalizationEngine.linear

    @OptionGroup var selection: MessageSelection

    enum Method: String, ExpressibleByArgument, CaseIterable {
        case exclusive
        case canonicalXML10 = "1.0"
        case canonicalXML11 = "1.1"

        var algorithm: XML.CanonicalizationMethod.Algorithm {
            switch self {
            case .exclusive: .exclusive
            case .canonicalXML10: .canonicalXML10
            case .canonicalXML11: .canonicalXML11
            }
        }
    }

    func validate() throws {
        guard [id, xpath, xpathFile].count(where: { $0 != nil }) <= 1 else {
            throw ValidationError("Pass at most one of --id, --xpath and --xpath-file.")
        }
        guard method == .exclusive || inclusivePrefixes == nil else {
            throw ValidationError("--inclusive-prefixes needs --method exclusive.")
        }
        guard namespace.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("--namespace takes prefix=URI.")
        }
    }

    func run() throws {
        let bytes =
            try selection.isGiven
            ? SelectedMessages.only(in: file, selection)
            : InputFile.bytes(file, expecting: .message)
        do {
            try Console.write(try canonicalBytes(of: bytes))
        } catch let error as XML.ParsingError {
            throw CommandFailure(.rejected, "\(file): \(error)")
        } catch let error as XML.CanonicalizationError {
            throw CommandFailure(.rejected, "\(file): \(error)")
        }
    }

    private func canonicalBytes(of bytes: [UInt8]) throws -> [UInt8] {
        let method = XML.CanonicalizationMethod(
            method.algorithm, withComments: withComments,
            inclusiveNamespaces: inclusivePrefixes.map(XML.InclusiveNamespaces.init(parsing:)))
        // Only a lookup by ID can be led astray by two equal ones.
        let identifiers =
            id == nil
            ? [] : XML.Document.standardIdentifierAttributes + [XML.QualifiedName("id")]
        let document = try XML.Document(
            parsing: bytes, limits: Self.limits, identifierAttributes: identifiers)
        let limits = Self.canonicalizationLimits
        if let id {
            guard let element = document.element(withID: id) else {
                throw CommandFailure(
                    .rejected,
                    "\(file): No element has the ID given with --id. samlkit inspect shows the IDs."
                )
            }
            return try element.canonicalForm(using: method, limits: limits, engine: engine).bytes
        }
        guard let (expression, bindings) = try nodeSelection() else {
            return try document.canonicalForm(using: method, limits: limits, engine: engine).bytes
        }
        return try document.canonicalForm(
            ofNodesSelectedBy: expression, bindings: bindings, using: method, limits: limits
        ).bytes
    }

    private typealias Bindings = [(prefix: String, namespace: XML.Namespace)]

    private func nodeSelection() throws -> (expression: String, bindings: Bindings)? {
        let given: Bindings = namespace.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), XML.Namespace(rawValue: String(parts[1])))
        }
        if let xpath { return (xpath, given) }
        guard let xpathFile else { return nil }
        let element = try XML.Document(parsing: InputFile.bytes(xpathFile)).rootElement
        let own = element.namespacesInScope.filter { !$0.prefix.isEmpty }
        return (element.textContent, own + given)
    }

    /// Larger limits than for messages: these documents are the user's own.
    private static let limits = XML.ParsingLimits(
        byteCount: 256 << 20, depth: 250, nodeCount: 50_000_000, attributesPerElement: 10_000,
        namespacesInScope: 256, nameLength: 10_000)

    private static let canonicalizationLimits = XML.CanonicalizationLimits(
        byteCount: 1 << 30, prefixCount: 1000)
}

extension XML.CanonicalizationEngine: ExpressibleByArgument {}
