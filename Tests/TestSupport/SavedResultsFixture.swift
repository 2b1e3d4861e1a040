public import Foundation

/// Results that samlkit 0.1.0 wrote.
public enum SavedResultsFixture {
    /// Where they are.
    public static let folder = Repository.root.appending(path: "Tests/SavedResults/0.1.0")
}
