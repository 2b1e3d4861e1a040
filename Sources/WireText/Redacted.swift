/// A value that says something about a person or lets somebody act in the person's place.
///
/// `dump` and debuggers look into a value through its mirror, whatever its description says. The mirror of a
/// redacted value is empty, so that they show the description and nothing else.
package protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
