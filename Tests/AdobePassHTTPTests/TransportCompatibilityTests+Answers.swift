import AdobePass
import Foundation
import HTTPTypes
import XCTest

extension TransportCompatibilityTests {
    func testARedirectIsTheAnswer() async throws {
        for status in ["301 Moved", "302 Found", "303 See Other", "307 Temp", "308 Permanent"] {
            let server = try makeServer { connection in
                while connection.readRequest() != nil {
                    connection.answer(status, ["Location: /elsewhere?a=b"], "moved")
                }
            }
            let transport = try makeTransport()
            for method in [HTTPRequest.Method.get, .post] {
                let response = try await transport.send(
                    try request(
                        server.url("/start"), method: method, body: method == .post ? "a=b" : ""))
                XCTAssertEqual(response.head.status.code, Int(status.prefix(3)), status)
                XCTAssertEqual(response.head.headerFields[.location], "/elsewhere?a=b", status)
                XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "moved", status)
            }
            XCTAssertEqual(
                server.requests.map(\.requestLine),
                ["GET /start HTTP/1.1", "POST /start HTTP/1.1"], status)
        }
    }

    func testARedirectToAnotherHostIsNotFollowed() async throws {
        let other = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let location = "http://localhost:\(other.port)/authenticate"
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n")
                connection.send("Content-Length: 0\r\n\r\n")
            }
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(response.head.status.code, 302)
        XCTAssertEqual(response.head.headerFields[.location], location)
        XCTAssertEqual(other.connectionCount, 0)
    }

    func testTheThrottlingPageIsAnAnswerAndLeavesNoCookies() async throws {
        let page = "<html><head><title>429 Too Many Requests</title></head></html>\r\n"
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.answer(
                    "429 Too Many Requests",
                    [
                        "Content-Type: text/html", "Set-Cookie: AWSALB=a/b; Path=/",
                        "Set-Cookie: AWSALBCORS=a/b; Path=/; SameSite=None",
                        "Cache-Control: max-age=3600",
                    ], page)
            }
        }
        let transport = try makeTransport()
        for _ in 0..<3 {
            let response = try await transport.send(try request(server.url()))
            XCTAssertEqual(response.head.status.code, 429)
            XCTAssertEqual(String(decoding: response.body, as: UTF8.self), page)
        }
        XCTAssertEqual(server.requests.count, 3)
        XCTAssertEqual(server.requests.flatMap { $0.values("Cookie") }, [])
    }

    func testAnswersAreNotCached() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.answer("200 OK", ["Cache-Control: public, max-age=3600"], "fresh")
            }
        }
        let transport = try makeTransport()
        for _ in 0..<3 { _ = try await transport.send(try request(server.url())) }
        XCTAssertEqual(server.requests.count, 3)
        XCTAssertEqual(server.requests.flatMap { $0.values("If-None-Match") }, [])
    }

    func testUnauthorizedIsAnAnswerAndIsNotTriedAgain() async throws {
        for challenge in ["Bearer", "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\""] {
            let server = try makeServer { connection in
                while connection.readRequest() != nil {
                    connection.answer(
                        "401 Unauthorized", ["WWW-Authenticate: \(challenge)"], "{}")
                }
            }
            let response = try await makeTransport().send(
                try request(server.url(), method: .post, body: "a=b"))
            XCTAssertEqual(response.head.status.code, 401, challenge)
            XCTAssertEqual(response.body, Array("{}".utf8), challenge)
            XCTAssertEqual(server.requests.count, 1, challenge)
        }
    }

    func testABodyOfExactlyTheLimitIsTaken() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.answer("200 OK", [], String(repeating: "a", count: 1000))
            }
        }
        let fits = try await makeTransport(Limits(response: 1000)).send(try request(server.url()))
        XCTAssertEqual(fits.body.count, 1000)
        try await assertFails(
            try request(server.url()), over: try makeTransport(Limits(response: 999)),
            .responseTooLarge, mayHaveReachedServer: true)
    }

    func testAnAnnouncedLengthBeyondTheLimitIsRefusedAtOnce() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nbeginning")
            connection.waitForClientToClose()
        }
        try await assertFails(
            try request(server.url()), over: try makeTransport(), .responseTooLarge,
            mayHaveReachedServer: true)
    }

    func testAnEndlessBodyIsCutOff() async throws {
        for head in [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 500 Oops\r\nConnection: close\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /a\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            let chunked = head.contains("chunked")
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send(head)
                let part = String(repeating: "a", count: 4096)
                var count = 0
                while connection.send(chunked ? "1000\r\n\(part)\r\n" : part) {
                    count += 1
                    // Slowly, once far beyond the limit: a transport that does not close yet keeps a core busy otherwise.
                    if count > 1024 { Thread.sleep(forTimeInterval: 0.02) }
                }
            }
            try await assertFails(
                try request(server.url()), over: try makeTransport(),
                head.contains("302") && !seesBodiesOfRedirects ? .timedOut : .responseTooLarge,
                mayHaveReachedServer: true)
            server.stop()
        }
    }

    func testASlowRedirectIsNotTooLarge() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send(
                "HTTP/1.1 302 Found\r\nLocation: /a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<8 {
                Thread.sleep(forTimeInterval: 0.2)
                guard connection.send("1\r\na\r\n") else { return }
            }
            connection.send("0\r\n\r\n")
        }
        guard seesBodiesOfRedirects else {
            return try await assertFails(
                try request(server.url()), over: try makeTransport(), .timedOut,
                mayHaveReachedServer: true)
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(response.head.status, .found)
        XCTAssertEqual(response.body.count, 8)
    }

    func testATruncatedAnswerIsNotAnAnswer() async throws {
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n500\r\nfirst",
            "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 100\r\n\r\nonly this",
        ] {
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send(text)
            }
            try await assertFails(
                try request(server.url()), over: try makeTransport(), .connectionLost,
                mayHaveReachedServer: true)
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testAHeadThatBreaksOffIsNotAnAnswer() async throws {
        try XCTSkipIf(endsTheProcessOnUnusualFields, "it would end this process")
        for text in ["HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\n", "HTTP/1."] {
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send(text)
            }
            let error = try await failure(
                of: try request(server.url()), over: try makeTransport())
            XCTAssertTrue(codesForGarbage.union([.connectionLost]).contains(error.code))
            XCTAssertTrue(error.mayHaveReachedServer)
        }
    }

    func testGarbageIsNotAnAnswer() async throws {
        for text in [
            "garbage garbage garbage\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
            "HTTP/1.1 two hundred\r\n\r\n", "\0\0\0\0\0\0\0\0\0\0\0\0\r\n\r\n",
            "220 mail.example ESMTP\r\n",
        ] {
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send(text)
            }
            let error = try await failure(
                of: try request(server.url()), over: try makeTransport())
            XCTAssertTrue(codesForGarbage.contains(error.code), "\(error) for \(text)")
            XCTAssertTrue(error.mayHaveReachedServer)
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testContradictoryFramingIsNotAnAnswer() async throws {
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
        ] {
            let server = try makeServer { connection in
                _ = connection.readRequest()
                connection.send(text)
            }
            let error = try await failure(
                of: try request(server.url()), over: try makeTransport())
            XCTAssertTrue(codesForGarbage.contains(error.code), "\(error) for \(text)")
            XCTAssertTrue(error.mayHaveReachedServer)
        }
    }

    func testAFloodOfHeaderFieldsEnds() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n")
            let value = String(repeating: "a", count: 1000)
            var number = 0
            while connection.send("X-\(number): \(value)\r\n") { number += 1 }
        }
        let error = try await failure(
            of: try request(server.url(), timeout: .seconds(5)), over: try makeTransport())
        XCTAssertTrue(error.mayHaveReachedServer)
        print("a flood of header fields ends with \(error)")
    }
}
