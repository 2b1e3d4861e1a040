import ArgumentParser

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The colours of a terminal, and whether a stream takes them.
struct ScreenColours {
    /// The choice of `--color`.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case auto
        case always
        case never
    }

    /// The colours of standard output; `nil` for none.
    static let ofOutput = colours(of: STDOUT_FILENO)
    /// The colours of standard error; `nil` for none.
    static let ofErrors = colours(of: STDERR_FILENO)

    /// Returns a text in the colour of its tone.
    ///
    /// They are the first eight of a terminal, which its user has chosen to be readable.
    func text(_ text: String, _ tone: ScreenLine.Tone) -> String {
        guard !text.isEmpty else { return "" }
        let code =
            switch tone {
            case .good: "32"
            case .bad: "31"
            case .caution: "33"
            case .title: "1"
            case .label: "2"
            case .removed: "7;31"
            case .added: "7;32"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// Returns the colours for what a user asked for and a terminal is.
    ///
    /// - Parameters:
    ///   - choice: The choice of `--color`, which precedes all else.
    ///   - isTerminal: Whether text goes to a terminal.
    ///   - variable: Returns the value of an environment variable.
    /// - Returns: The colours; `nil` for none.
    static func colours(
        _ choice: Choice, isTerminal: Bool, variable: (String) -> String?
    ) -> ScreenColours? {
        switch choice {
        case .always: ScreenColours()
        case .never: nil
        case .auto:
            // See no-color.org; a terminal without a name, or of this one, shows codes as they are.
            isTerminal && (variable("NO_COLOR") ?? "").isEmpty
                && !["", "dumb"].contains(variable("TERM") ?? "") ? ScreenColours() : nil
        }
    }

    private static func colours(of stream: Int32) -> ScreenColours? {
        colours(
            choice(in: CommandLine.arguments), isTerminal: isatty(stream) == 1,
            variable: Console.environmentVariable)
    }

    /// The choice among the words of a command line.
    ///
    /// What is wrong with a command line is said in its colours, too, and then no options were read.
    static func choice(in words: [String]) -> Choice {
        let words = words.prefix { $0 != "--" }
        guard let place = words.lastIndex(where: { $0 == "--color" || $0.hasPrefix("--color=") })
        else { return .auto }
        let value =
            words[place] == "--color"
            ? words.dropFirst(place + 1).first : String(words[place].dropFirst(8))
        return value.flatMap(Choice.init) ?? .auto
    }
}

/// The option for colours, of every command whose text has them.
struct ColorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colours: always, never, or auto, on a terminal that has them unless NO_COLOR is set.",
            valueName: "when"))
    var color = ScreenColours.Choice.auto
}
