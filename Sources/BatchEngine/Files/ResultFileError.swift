/// The reason why the files of a run cannot be used; the caller words the remedy.
package struct ResultFileError: Error {
    /// The reason, with the values that a message about it needs.
    package enum Code: Hashable, Sendable {
        /// The path of the partial file holds something that no run of this user left.
        case foreignPartial
        /// The path of the journal holds something that no run of this user left.
        case foreignJournal
        /// Another run is writing the same results.
        case busy
        /// Another run has written the same results meanwhile.
        case overtaken
        /// An interrupted run left this many records, and it was not asked to resume it.
        case unfinished(recordCount: Int)
        /// The last checkpoint of the journal cannot be read.
        case unreadableCheckpoint
        /// The journal has another version.
        case otherVersion(Int)
        /// A file cannot be opened for writing.
        case notOpened(String)
        /// A file cannot be created.
        case notCreated(String)
        /// A file cannot be written.
        case notWritten(String)
        /// The partial file cannot be renamed to the final one.
        case notRenamed
        /// The database cannot be used, for a reason in a sentence.
        case database(String)
    }

    /// The reason.
    package let code: Code
    /// The files of the run.
    package let location: ResultLocation

    init(_ code: Code, _ location: ResultLocation) {
        self.code = code
        self.location = location
    }
}
