import AdobePass
import ArgumentParser

struct Flow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flow", _superCommandName: "samlkit",
        abstract: "Draw the sign-on with Apple's TV provider account as a diagram.",
        discussion: """
            The diagram shows every step and transition of samlkit sso; both use the same table.

            Example: samlkit flow --api v2 --format mermaid
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case mermaid
        case dot
    }

    @Option(help: "The version of Adobe's REST API: v2 or v1.")
    var api: SignOnFlow.API = .v2

    @Option(help: "The language of the diagram: mermaid or dot (Graphviz).")
    var format = Format.mermaid

    func run() throws {
        let text =
            switch format {
            case .mermaid: SignOnFlow.MermaidDiagram.text(api: api)
            case .dot: SignOnFlow.DOTDiagram.text(api: api)
            }
        try Console.write(Array(text.utf8))
    }
}
