public import Foundation

/// Results that earlier versions of samlkit wrote.
public enum SavedResultsFixture {
    /// Those of 0.1.0.
    public static let folder = Repository.root.appending(path: "Tests/SavedResults/0.1.0")
    /// Those whose records have version 3.
    public static let third = Repository.root.appending(path: "Tests/SavedResults/schema-3")
}
