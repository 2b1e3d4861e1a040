/// The outcome of undoing one coding.
enum DecodingResult {
    case whole([UInt8])
    /// The beginning of what came out before the limit.
    case truncated([UInt8])
    /// The bytes are not of this coding, or damaged; what came out before is not kept.
    case damaged(outputCount: Int)
    /// This build cannot undo the coding.
    case unavailable

    /// Returns the outcome after another attempt that ended in damage.
    fileprivate func afterDamage(_ earlierCount: Int) -> DecodingResult {
        if case .damaged(let count) = self {
            .damaged(outputCount: earlierCount + count)
        } else {
            self
        }
    }
}

extension ContentCoding {
    /// Undoes the coding and keeps at most `limit` bytes.
    func undone(in bytes: ArraySlice<UInt8>, limit: Int) -> DecodingResult {
        switch self {
        case .gzip: return Self.inflated(bytes, .gzip, limit: limit)
        case .deflate:
            let zlib = Self.inflated(bytes, .zlib, limit: limit)
            guard case .damaged(let outputCount) = zlib else { return zlib }
            return Self.inflated(bytes, .none, limit: max(0, limit - outputCount))
                .afterDamage(outputCount)
        case .brotli:
            #if Archives
            return BrotliDecoder.decoded(bytes, limit: limit)
            #else
            return .unavailable
            #endif
        case .zstandard:
            #if Archives
            var reader = ByteReader(HeldBytes(bytes))
            reader.lookAhead(1)
            let source = try? CompressedSource(reader, limits: .unlimited)
            let result = source.map { Self.content(of: $0, limit: limit) } ?? .unavailable
            // libarchive gives what it does not know as it is.
            if case .whole(let output) = result, output[...] == bytes {
                return .damaged(outputCount: 0)
            }
            return result
            #else
            return .unavailable
            #endif
        case .unknown: return .unavailable
        }
    }

    private static func inflated(
        _ bytes: ArraySlice<UInt8>, _ wrapping: Inflater.Wrapping, limit: Int
    ) -> DecodingResult {
        if wrapping == .gzip {
            // Members may follow one another.
            let source = try? GzipSource(ByteReader(HeldBytes(bytes)), limits: .unlimited)
            return source.map { content(of: $0, limit: limit) } ?? .unavailable
        }
        guard let inflater = try? Inflater(wrapping) else { return .unavailable }
        var rest = bytes
        var output: [UInt8] = []
        while output.count <= limit {
            let step = inflater.step(rest, upTo: blockSize, into: &output)
            rest = rest.dropFirst(step.readCount)
            switch step.state {
            case .hasEnded:
                return rest.isEmpty ? bounded(output, limit) : .damaged(outputCount: output.count)
            case .isBroken: return .damaged(outputCount: output.count)
            case .goesOn:
                if step.readCount == 0, step.writtenCount == 0 {
                    return .damaged(outputCount: output.count)
                }
            }
        }
        return bounded(output, limit)
    }

    private static func content(of source: any ByteSource, limit: Int) -> DecodingResult {
        var output: [UInt8] = []
        do throws(CaptureError) {
            while output.count <= limit, try source.read(upTo: blockSize, into: &output) > 0 {}
        } catch {
            return error.code == .archivesUnavailable
                ? .unavailable : .damaged(outputCount: output.count)
        }
        return bounded(output, limit)
    }

    static func bounded(_ output: [UInt8], _ limit: Int) -> DecodingResult {
        output.count > limit ? .truncated(Array(output.prefix(limit))) : .whole(output)
    }

    static let blockSize = 64 << 10
}

extension DecompressionLimits {
    /// No limits, for bytes whose expansion is limited by the caller.
    fileprivate static let unlimited = DecompressionLimits(freeByteCount: .max)
}
