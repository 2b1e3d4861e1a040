/// The buffers of a batch, one after the other, and where each of them is.
struct ArrowBody {
    private(set) var bytes: [UInt8] = []
    /// The values and nulls of each column.
    private(set) var nodes: [(Int64, Int64)] = []
    /// The place and the length of each buffer.
    private(set) var buffers: [(Int64, Int64)] = []

    mutating func addNode(count: Int, nullCount: Int) {
        nodes.append((Int64(count), Int64(nullCount)))
    }

    mutating func addBuffer(_ buffer: [UInt8]) {
        buffers.append((Int64(bytes.count), Int64(buffer.count)))
        bytes += buffer
        pad()
    }

    /// Adds the offsets of texts or lists: 0, and where each of them ends.
    mutating func addOffsets(_ ends: [Int32]) {
        buffers.append((Int64(bytes.count), Int64((ends.count + 1) * 4)))
        bytes += [0, 0, 0, 0]
        for end in ends {
            unsafe withUnsafeBytes(of: end.littleEndian) { unsafe bytes += $0 }
        }
        pad()
    }

    private mutating func pad() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }
}
