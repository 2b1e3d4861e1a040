/// Changes an input in place; libFuzzer calls this where it exists instead of its own mutations.
///
/// Half of the time it passes the input on to them.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateMarkup(
    _ octets: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    guard seed.isMultiple(of: 2) else { return mutateOctets(octets, count, capacity) }
    let input = Array(UnsafeBufferPointer(start: octets, count: count))
    var mutator = MarkupMutator(seed: UInt64(seed))
    let mutated = mutator.mutated(input)
    guard mutated != input else { return mutateOctets(octets, count, capacity) }
    // What is too long is cut, which gives libFuzzer something to go on with all the same.
    let result = mutated.prefix(capacity)
    for (index, octet) in result.enumerated() { octets[index] = octet }
    return result.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateOctets(_ octets: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int)
    -> Int
