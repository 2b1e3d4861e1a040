package import XMLCore

/// The differences between two messages, element by element and in the bytes that are signed.
///
/// Elements correspond by their names and the names of the attributes they state, in order, so that
/// two messages of one kind can be compared whatever their IDs are.
package struct MessageDifference: Sendable {
    /// The kind of a change.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An element that only the second message has.
        case added
        /// An element that only the first message has.
        case removed
        /// An element that stands in another place, among its siblings or elsewhere.
        case moved
        /// Another text.
        case text
        /// Other white space beside tags, and nothing else.
        case whiteSpace
        /// An attribute, or its value.
        case attribute
        /// The same content, written otherwise: other prefixes, declarations, quotes or order of attributes in a start
        /// tag; comments, CDATA or references in a text.
        case writing
    }

    /// One change.
    package struct Change: Hashable, Sendable {
        /// The kind.
        package let kind: Kind
        /// The local names from the root to the element, with numbers where siblings share one.
        package let path: String
        /// The local name of the attribute, for ``Kind/attribute``.
        package let attribute: String?
        /// The value in the first message, `nil` for nothing.
        package let before: String?
        /// The value in the second message, `nil` for nothing.
        package let after: String?
        /// The line in the first message, counted from 1.
        package let lineBefore: Int?
        /// The line in the second message, counted from 1.
        package let lineAfter: Int?
        /// A Boolean value that indicates whether a signature of either message covers it.
        package let isSigned: Bool
    }

    /// The changes in document order, without those of white space and of the writing.
    package private(set) var changes: [Change] = []
    /// The changes of white space beside tags.
    package private(set) var whiteSpaceChanges: [Change] = []
    /// The changes of the writing.
    package private(set) var writingChanges: [Change] = []
    /// The number of changes that are not kept.
    package private(set) var leftOutCount = 0
    /// The elements that carry a signature in either message.
    package let signedParts: [SignedPart]

    /// The largest number of changes that are kept of white space, of the writing and of all else.
    package static let mostChanges = 1000

    /// Compares two messages.
    ///
    /// - Parameters:
    ///   - first: The first message.
    ///   - second: The second message.
    package init(from first: XML.Document, to second: XML.Document) {
        var walk = DifferenceWalk(first, second)
        walk.run()
        signedParts = walk.signedParts
        changes = walk.changes(of: { $0 != .whiteSpace && $0 != .writing })
        whiteSpaceChanges = walk.changes(of: { $0 == .whiteSpace })
        writingChanges = walk.changes(of: { $0 == .writing })
        leftOutCount = walk.leftOutCount
    }

    /// A Boolean value that indicates whether both messages say the same in the same way.
    package var isEmpty: Bool {
        changes.isEmpty && whiteSpaceChanges.isEmpty && writingChanges.isEmpty
            && signedParts.allSatisfy(\.isSame)
    }
}
