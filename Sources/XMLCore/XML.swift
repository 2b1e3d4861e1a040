internal import CXMLShims

/// The namespace of everything this module says about XML documents.
public enum XML {}

extension XML {
    /// Prepares libxml2 exactly once, before its first use in the process.
    ///
    /// `xmlInitParser` is the one call that touches libxml2's process-wide state, and libxml2
    /// requires it before several threads parse. Nothing else global is read or written.
    static let library: Void = CXMLShims_initialize()

    /// The version of libxml2 that parses, as that library writes it.
    ///
    /// "20914" is libxml2 2.9.14.
    package static var libraryVersion: String {
        unsafe String(cString: CXMLShims_libraryVersion())
    }
}
