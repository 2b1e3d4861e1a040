infix operator +| : AdditionPrecedence
infix operator +|= : AssignmentPrecedence

extension FixedWidthInteger {
    /// Returns the sum, or the nearest number that the type can hold.
    ///
    /// Saved results and journals may say any number; none of them may end the process.
    @inlinable
    package static func +| (one: Self, other: Self) -> Self {
        let (sum, isOverflow) = one.addingReportingOverflow(other)
        guard isOverflow else { return sum }
        return other < 0 ? .min : .max
    }

    /// Adds a number, and stays at the nearest number that the type can hold.
    @inlinable
    package static func +|= (one: inout Self, other: Self) {
        one = one +| other
    }

    /// Returns this part in units of 1/`scale` of the whole.
    @inlinable
    package func share(of whole: Self, scale: Self) -> Self {
        let whole = Swift.max(1, whole)
        let (product, isOverflow) = multipliedReportingOverflow(by: scale)
        return isOverflow ? self / Swift.max(1, whole / scale) : product / whole
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// Returns the sum, or the nearest number that the type can hold.
    @inlinable
    package func saturatingSum() -> Element { reduce(0, +|) }
}
