public import AdobePass

extension Pass {
    /// The reason why a persistent storage could not be read or written.
    public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases.
        @nonexhaustive
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// The system does not let the storage be read.
            case unreadable
            /// The content was not written by this storage, or is damaged; it counts as none.
            case notAStorage
            /// The system does not let the storage be written; what was there is still there.
            case unwritable
        }

        /// The reason.
        public let code: Code
        /// The number of the system's error: an `errno`, or the keychain's `OSStatus`.
        public let systemError: Int32?

        init(_ code: Code, systemError: Int32? = nil) {
            self.code = code
            self.systemError = systemError
        }

        /// The reason and its remedy; never a path or what is stored.
        public var description: String {
            let system = systemError.map { " (the system's error \($0))" } ?? ""
            return switch code {
            case .unreadable: "The storage cannot be read\(system): check its permissions."
            case .notAStorage:
                "The storage's content is damaged or was not written by it: it counts as empty, "
                    + "and the user has to sign in again."
            case .unwritable:
                "The storage cannot be written\(system): check the folder, its permissions and "
                    + "the space that is left."
            }
        }
    }
}
