internal import SignatureDiagnostics

/// What was found out about the failures of messages, so that those of one form are searched once.
///
/// What a program breaks it breaks alike. What restored one message of a form is tried first on the next; messages of a form
/// that was searched in vain a few times are searched briefly. The same messages in the same order give the same causes.
package struct CauseMemory: Sendable {
    /// Numbers of searches in vain, after each of which messages are searched briefly.
    private struct Limits {
        /// Of one form.
        var ofForm: Int
        /// Of all forms, after which only the first message of a form is searched thoroughly.
        var ofKnown: Int
        /// Of all forms.
        var ofAll: Int
    }

    /// The number of searches in vain after which messages of one form are searched briefly, beyond the start of a window.
    package static let mostOfForm = 3
    /// The number of entries of a window of a batch, and the share of them that is its start.
    package static let windowCount = 4096
    private static let startShare = 64
    /// The limits for them: a set that somebody collected is small, and each message in it is broken in its own way.
    private static let ofStart = Limits(ofForm: 8, ofKnown: 8, ofAll: 32)
    private static let ofWindow = Limits(ofForm: mostOfForm, ofKnown: 8, ofAll: 48)
    /// The number of different causes above which a window is taken for such a set, and what each one adds to the limits.
    private static let usualCauses = 5, searchesPerCause = 4
    /// The largest number of searches in vain.
    private static let mostInVain = 160

    private struct Form {
        var recipes: [SignatureExplanation.Recipe] = []
        var vainCount = 0
    }

    private var forms: [MessageForm: Form] = [:]
    private var vainCount = 0
    /// The causes that were found.
    private var causes: Set<SignatureExplanation.Hypothesis> = []
    private let start: Range<Int>
    private let isBrief: Bool
    /// The number of messages without a proved cause that were searched briefly.
    package private(set) var briefCount = 0

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - index: The index of the window's first entry.
    ///   - count: The number of its entries.
    package init(from index: Int = 0, count: Int = Self.windowCount) {
        self.init(start: index..<(index + count / Self.startShare), isBrief: false)
    }

    private init(start: Range<Int>, isBrief: Bool) {
        self.start = start
        self.isBrief = isBrief
    }

    /// The memory with which every message is searched briefly.
    package static let brief = CauseMemory(start: 0..<0, isBrief: true)

    /// The largest number of recipes of one form.
    private static let mostRecipes = 8

    /// What restored other messages of a form.
    func recipes(for form: MessageForm) -> [SignatureExplanation.Recipe] {
        forms[form]?.recipes ?? []
    }

    /// Returns whether a message of a form is still searched thoroughly, which depends on the index of its entry.
    func searchesThoroughly(_ form: MessageForm, at index: Int) -> Bool {
        guard !isBrief else { return false }
        let limits = limits(at: index)
        let known = forms[form]?.vainCount ?? 0
        return vainCount < limits.ofAll && known < limits.ofForm
            && (known == 0 || vainCount < limits.ofKnown)
    }

    private func limits(at index: Int) -> Limits {
        let further = max(0, causes.count - Self.usualCauses) * Self.searchesPerCause
        let limits = start.contains(index) ? Self.ofStart : Self.ofWindow
        return Limits(
            ofForm: limits.ofForm + further, ofKnown: limits.ofKnown + further,
            ofAll: min(limits.ofAll + further, Self.mostInVain))
    }

    /// Notes the result of a thorough search.
    mutating func note(_ examination: ProfileProcessor.Examination, of form: MessageForm) {
        var known = forms[form] ?? Form()
        for recipe in examination.recipes where !known.recipes.contains(recipe) {
            known.recipes.insert(recipe, at: 0)
        }
        known.recipes.removeLast(max(0, known.recipes.count - Self.mostRecipes))
        if !examination.isComplete {
            known.vainCount += 1
            vainCount += 1
        } else if let cause = examination.first?.likelyCause {
            causes.insert(cause.hypothesis)
        }
        forms[form] = known
    }

    /// A Boolean value that indicates whether so many messages of a form were searched in vain, thoroughly or not, that
    /// nothing but what shows and what restored others is left to try.
    func searchesNothing(in form: MessageForm, at index: Int) -> Bool {
        (forms[form]?.vainCount ?? 0) >= limits(at: index).ofForm
    }

    /// Notes a brief search in vain.
    mutating func noteBriefSearch(of form: MessageForm) {
        briefCount += 1
        forms[form, default: Form()].vainCount += 1
    }
}
