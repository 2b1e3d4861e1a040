/// Changes an input in place; libFuzzer calls this where it exists instead of its own mutations.
///
/// Half of the time it passes the input on to them.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateMarkup(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    guard seed.isMultiple(of: 2) else { return mutateBytes(bytes, count, capacity) }
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    var mutator = MarkupMutator(seed: UInt64(seed))
    let mutated = mutator.mutated(input)
    guard mutated != input else { return mutateBytes(bytes, count, capacity) }
    // What is too long is cut, which gives libFuzzer something to go on with all the same.
    let result = mutated.prefix(capacity)
    for (index, byte) in result.enumerated() { bytes[index] = byte }
    return result.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int)
    -> Int
