#if Sandbox
import NIOPosix
import XCTest

@testable import MessageService

/// Work that takes too long, and that for which there is no place.
final class BoundedWorkTests: XCTestCase {
    private struct Failed: Error {}

    private func withWork(
        seconds: Double, slots: RequestSlots, _ body: (BoundedWork) async throws -> Void
    ) async throws {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        try await body(BoundedWork(pool: pool, slots: slots, seconds: seconds))
        try await pool.shutdownGracefully()
    }

    private func code(_ work: BoundedWork, _ body: @escaping @Sendable () throws -> Int) async
        -> ServiceProblem.Code?
    {
        do {
            _ = try await work.run(body)
            return nil
        } catch {
            return (error as? ServiceProblem)?.code
        }
    }

    func testWorkGivesItsValueOrItsError() async throws {
        try await withWork(seconds: 60, slots: RequestSlots(1)) { work in
            for number in 0..<100 {
                let value = try await work.run { number }
                XCTAssertEqual(value, number)
            }
            do {
                _ = try await work.run { throw Failed() }
                XCTFail("no error")
            } catch { XCTAssertTrue(error is Failed) }
        }
    }

    func testNobodyWaitsForWorkThatTakesTooLongAndItKeepsItsPlaceUntilItEnds() async throws {
        let slots = RequestSlots(1)
        try await withWork(seconds: 0.01, slots: slots) { work in
            let end = DispatchSemaphore(value: 0)
            let first = await code(work) {
                end.wait()
                return 1
            }
            XCTAssertEqual(first, .timeLimit)
            let second = await code(work) { 2 }
            XCTAssertEqual(second, .busy)
            end.signal()
            while (try? slots.take()) == nil { try await Task.sleep(for: .milliseconds(1)) }
            slots.release()
            // The timer has nothing more to look at, and begins again.
            try await Task.sleep(for: .milliseconds(150))
            let again = DispatchSemaphore(value: 0)
            let late = await code(work) {
                again.wait()
                return 3
            }
            again.signal()
            XCTAssertEqual(late, .timeLimit)
            while (try? slots.take()) == nil { try await Task.sleep(for: .milliseconds(1)) }
            slots.release()
        }
        try await withWork(seconds: 60, slots: slots) { work in
            let third = await code(work) { 3 }
            XCTAssertNil(third)
        }
    }
}
#endif
