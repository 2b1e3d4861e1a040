#if Sandbox
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Receives the body of a request, within its limits of size and time.
struct BodyReading: Sendable {
    let limit: Int
    let slots: RequestSlots

    /// Calls `take` with each piece.
    func read(
        _ request: Request, _ body: RequestBody,
        _ take: (ByteBuffer) throws(ServiceProblem) -> Void
    ) async throws {
        if let length = request.head.headerFields[.contentLength].flatMap({ Int($0) }) {
            guard length <= limit else { throw tooLarge }
        }
        try slots.take()
        defer { slots.release() }
        let start = ContinuousClock.now
        var count = 0
        do {
            for try await buffer in body {
                count += buffer.readableBytes
                guard count <= limit else { throw tooLarge }
                try take(buffer)
                let elapsed = (ContinuousClock.now - start) / .seconds(1)
                let allowed =
                    ServiceLimits.patientSeconds
                    + Double(count) / Double(ServiceLimits.leastBytesPerSecond)
                guard elapsed <= allowed else { throw Self.tooSlow }
            }
        } catch let problem as ServiceProblem {
            throw problem
        } catch {
            throw ServiceProblem(.invalidRequest, "The body ends before its end. Send all of it.")
        }
    }

    private var tooLarge: ServiceProblem {
        ServiceProblem(
            .bodyTooLarge,
            "The body has more than \(limit) bytes, the most that is read here. Send less, raise "
                + "--max-body, or use samlkit batch.")
    }

    private static let tooSlow = ServiceProblem(
        .tooSlow, "The body comes too slowly. Send at least 256 KiB a second.")
}
#endif
