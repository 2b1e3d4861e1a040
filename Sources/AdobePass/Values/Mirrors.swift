/// A value that tells about a person or lets somebody act in the person's place: what Swift prints of
/// it is its redacted description and nothing else.
public protocol RedactedValue: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension RedactedValue {
    /// The name of the type; a type that has more to tell without its secrets tells that.
    public var description: String { String(reflecting: Self.self) }

    /// The same as the description.
    public var debugDescription: String { description }

    /// Nothing: a mirror, which is what `dump` prints, would show the contents.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
