public import Foundation

// A stand-in for Apple's framework, with the Swift signatures that AppleSubscriberAccount uses, so
// that the compiler checks it on Linux. It does nothing; tests override its methods. Nothing here
// was compared with the framework by running it on a device.

/// Stands in for UIKit's class of the name.
open class UIViewController: NSObject {}

/// Asks for the user's TV provider account.
open class VSAccountManager: NSObject {
    /// What presents the framework's views.
    open weak var delegate: (any VSAccountManagerDelegate)?

    /// Tells whether the app has access.
    ///
    /// - Parameters:
    ///   - options: Whether the user may be asked.
    ///   - completionHandler: Called with the status.
    open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        completionHandler(.notDetermined, nil)
    }

    /// Asks for metadata.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - completionHandler: Called with the metadata or an error.
    /// - Returns: What can cancel the request.
    open func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        completionHandler(nil, VSError(.unsupported))
        return VSAccountManagerResult()
    }
}

/// What presents the framework's views.
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// Presents a view.
    ///
    /// - Parameters:
    ///   - accountManager: The manager.
    ///   - viewController: The view.
    func accountManager(
        _ accountManager: VSAccountManager, present viewController: UIViewController)

    /// Dismisses a view.
    ///
    /// - Parameters:
    ///   - accountManager: The manager.
    ///   - viewController: The view.
    func accountManager(
        _ accountManager: VSAccountManager, dismiss viewController: UIViewController)
}

/// What can cancel a request.
open class VSAccountManagerResult: NSObject {
    /// Cancels the request.
    open func cancel() {}
}

/// A key of the options of an access check.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a key.
    ///
    /// - Parameter rawValue: The text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the user may be asked.
    public static let prompt = Self(rawValue: "VSCheckAccessOptionPrompt")
}

/// Whether the app has access.
public enum VSAccountAccessStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The user cannot grant access.
    case restricted = 1
    /// The user has denied access.
    case denied = 2
    /// The user has granted access.
    case granted = 3
}
