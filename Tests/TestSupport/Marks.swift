/// Marks test cases that read through C or unsafe code what somebody else sent: `make check` runs them
/// under AddressSanitizer.
public protocol ReachesUnsafeCode {}

/// Marks test cases in which several tasks or threads share something: `make check` runs them under
/// ThreadSanitizer.
public protocol SharesState {}
