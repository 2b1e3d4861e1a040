internal import SignatureDiagnostics

/// What was found out about the failures of messages, so that those of one form are searched once.
///
/// What a program breaks it breaks alike. What restored one message of a form is tried first on the next; messages of a form
/// that was searched in vain a few times are searched briefly. The same messages in the same order give the same causes.
package struct CauseMemory: Sendable {
    /// The number of searches in vain after which messages of one form are searched briefly.
    package static let mostOfForm = 3
    /// That of all forms after which only the first message of a form is searched thoroughly.
    private static let mostOfKnown = 8
    /// That of all forms, in a window of a batch and in a run of a command that shows messages one by one.
    package static let mostOfWindow = 48, mostOfRun = 12

    private struct Form {
        var recipes: [SignatureExplanation.Recipe] = []
        var vainCount = 0
    }

    private var forms: [MessageForm: Form] = [:]
    private var vainCount = 0
    private let mostOfAll: Int
    /// The number of messages without a proved cause that were searched briefly.
    package private(set) var briefCount = 0

    /// Creates an empty memory.
    ///
    /// - Parameter mostOfAll: The number of searches in vain after which every message is searched briefly.
    package init(mostInVain mostOfAll: Int = Self.mostOfWindow) {
        self.mostOfAll = mostOfAll
    }

    /// The memory with which every message is searched briefly.
    package static let brief = CauseMemory(mostInVain: 0)

    /// The largest number of recipes of one form.
    private static let mostRecipes = 8

    /// What restored other messages of a form.
    func recipes(for form: MessageForm) -> [SignatureExplanation.Recipe] {
        forms[form]?.recipes ?? []
    }

    /// A Boolean value that indicates whether messages of a form are still searched thoroughly.
    func searchesThoroughly(_ form: MessageForm) -> Bool {
        let known = forms[form]?.vainCount ?? 0
        return vainCount < mostOfAll && known < Self.mostOfForm
            && (known == 0 || vainCount < Self.mostOfKnown)
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
        }
        forms[form] = known
    }

    /// A Boolean value that indicates whether so many messages of a form were searched in vain, thoroughly or not, that
    /// nothing but what shows and what restored others is left to try.
    func searchesNothing(in form: MessageForm) -> Bool {
        (forms[form]?.vainCount ?? 0) >= Self.mostOfForm
    }

    /// Notes a brief search in vain.
    mutating func noteBriefSearch(of form: MessageForm) {
        briefCount += 1
        forms[form, default: Form()].vainCount += 1
    }
}
