import AdobePass
import Foundation
import HTTPTypes
import XCTest

extension TransportCompatibilityTests {
    func testARefusedPortIsCertainlyNotReached() async throws {
        let port = try LoopbackServer.refusedPort()
        for host in ["127.0.0.1", "localhost"] {
            try await assertFails(
                try request("http://\(host):\(port)/", method: .post, body: "a=b"),
                over: try makeTransport(), .cannotConnect, mayHaveReachedServer: false)
        }
    }

    func testAnUnknownHostIsCertainlyNotReached() async throws {
        // A resolver without a name server to ask takes its time to say so.
        try await assertFails(
            try request("https://host.invalid/", timeout: .seconds(120)), over: try makeTransport(),
            .cannotConnect, mayHaveReachedServer: false)
    }

    func testAConnectionDroppedBeforeTheAnswerIsLostAndNothingIsSentTwice() async throws {
        for method in [HTTPRequest.Method.get, .post, .delete] {
            for drop in [ServerConnection.close, ServerConnection.reset] {
                let server = try makeServer { connection in
                    _ = connection.readRequest()
                    drop(connection)()
                }
                for host in ["127.0.0.1", "localhost"] {
                    try await assertFails(
                        try request(
                            "http://\(host):\(server.port)/", method: method,
                            body: method == .post ? "a=b" : ""), over: try makeTransport(),
                        .connectionLost, mayHaveReachedServer: true)
                }
                XCTAssertEqual(server.requests.count, 2, "\(method)")
            }
        }
    }

    func testARequestOnAUsedConnectionIsNotSentTwice() async throws {
        for method in [HTTPRequest.Method.get, .post] {
            let server = try makeServer { connection in
                guard let first = connection.readRequest() else { return }
                if first.requestLine.contains("/first") {
                    connection.answer("200 OK")
                    _ = connection.readRequest()
                }
                // The second request has been read, wherever it came, and gets no answer.
            }
            let transport = try makeTransport(Limits(connections: 1))
            let body = method == .post ? "a=b" : ""
            _ = try await transport.send(
                try request(server.url("/first"), method: method, body: body))
            try await assertFails(
                try request(server.url("/second"), method: method, body: body), over: transport,
                .connectionLost, mayHaveReachedServer: true)
            XCTAssertEqual(
                server.requests.map(\.requestLine),
                ["\(method) /first HTTP/1.1", "\(method) /second HTTP/1.1"])
        }
    }

    func testAConnectionDroppedAmidTheRequestMayHaveBeenReached() async throws {
        let server = try makeServer { connection in
            _ = connection.readSome()
            connection.reset()
        }
        try await assertFails(
            try request(server.url(), method: .post, body: String(repeating: "a", count: 100_000)),
            over: try makeTransport(), .connectionLost, mayHaveReachedServer: true)
    }

    func testAServerThatDoesNotAnswerIsGivenUpInTime() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.waitForClientToClose()
        }
        try await assertFails(
            try request(server.url(), method: .post, body: "a=b", timeout: .seconds(1)),
            over: try makeTransport(), .timedOut, mayHaveReachedServer: true)
    }

    func testTheTimeIsForTheWholeExchange() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            // Bytes keep coming, so that a limit on silence would never be met.
            while connection.send("1\r\na\r\n") { Thread.sleep(forTimeInterval: 0.02) }
        }
        try await assertFails(
            try request(server.url(), timeout: .seconds(1)), over: try makeTransport(),
            .timedOut, mayHaveReachedServer: true)
    }

    func testCancellationEndsAnExchange() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitForClientToClose()
        }
        let transport = try makeTransport()
        let message = try request(server.url(), timeout: .seconds(600))
        let task = Task { try await failure(of: message, over: transport) }
        try await server.waitForRequests(1)
        task.cancel()
        let error = try await task.value
        XCTAssertEqual(error, Pass.TransportError(.cancelled, mayHaveReachedServer: true))
    }

    func testACancelledTaskSendsNothing() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let transport = try makeTransport()
        let message = try request(server.url())
        let task = Task {
            // Nothing is sent before the cancellation, which this waits for.
            try? await Task.sleep(for: .seconds(600))
            return try await failure(of: message, over: transport)
        }
        task.cancel()
        let error = try await task.value
        XCTAssertEqual(error.code, .cancelled)
        XCTAssertEqual(server.requests.count, 0)
    }

    func testConcurrentRequestsShareTheAllowedConnections() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                // Three at once are reached, so that the limit is used.
                connection.waitForOthers(3)
                connection.answer("200 OK", ["Connection: close"], "a")
                return
            }
        }
        let transport = try makeTransport(Limits(connections: 3))
        let message = try request(server.url(), method: .post, body: "a=b")
        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await transport.send(message))?.head.status.code == 200 }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        XCTAssertEqual(answered, 20)
        XCTAssertEqual(server.requests.count, 20)
        XCTAssertEqual(server.mostAtOnce, 3)
    }

    func testWaitingForAConnectionCanBeCancelledAndTakesTime() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.waitForClientToClose()
        }
        let transport = try makeTransport(Limits(connections: 1))
        let message = try request(server.url("/first"), timeout: .seconds(600))
        let first = Task { try await failure(of: message, over: transport) }
        try await server.waitForRequests(1)

        let late = try await failure(
            of: try request(server.url("/late"), timeout: .milliseconds(200)), over: transport)
        XCTAssertEqual(late.code, .timedOut)
        let other = try request(server.url("/cancelled"), timeout: .seconds(600))
        let second = Task { try await failure(of: other, over: transport) }
        second.cancel()
        let cancelled = try await second.value
        XCTAssertEqual(cancelled.code, .cancelled)

        first.cancel()
        _ = try await first.value
        XCTAssertEqual(server.requests.map(\.requestLine), ["GET /first HTTP/1.1"])
    }

    func testPlainHTTPLeavesThisHostForNobody() async throws {
        let transport = try makeTransport()
        for url in ["http://sp.auth.adobe.com/", "http://192.0.2.1/", "http://localhost.example/"] {
            try await assertFails(
                try request(url), over: transport, .insecureConnection,
                mayHaveReachedServer: false)
        }
        for url in ["ftp://127.0.0.1/", "http://127.0.0.1@evil.example/", "http://0x7f.1/"] {
            try await assertFails(
                try request(url), over: transport, .invalidURL, mayHaveReachedServer: false)
        }
    }
}
