import AdobePass
import Foundation
import HTTPTypes
import XCTest

extension TransportCompatibilityTests {
    func testPathAndFieldsArriveAsTheyWereGiven() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let path = "/api/v2/REF30/profiles/a%2Fb%20%c3%A4?x=%7E%2B&y=&z=a+b;c='(d)'"
        var fields = HTTPFields()
        fields[.authorization] = "Bearer a.b-c_d=="
        fields[.accept] = "application/json"
        fields[.userAgent] = "Sample/1.0"
        fields[HTTPField.Name("AP-Device-Identifier")!] = "fingerprint YWJjZA=="
        fields[HTTPField.Name("X-Device-Info")!] = "eyJhIjoiYiJ9+/="
        fields[HTTPField.Name("X-Forwarded-For")!] = "203.0.113.7"
        fields[.acceptLanguage] = "de"
        _ = try await makeTransport().send(try request(server.url(path), fields: fields))

        let received = try XCTUnwrap(server.requests.first)
        XCTAssertEqual(received.requestLine, "GET \(path) HTTP/1.1")
        for field in fields {
            XCTAssertEqual(received.values(field.name.rawName), [field.value], "\(field.name)")
        }
        XCTAssertEqual(received.values("Host"), ["127.0.0.1:\(server.port)"])
        XCTAssertEqual(received.body, [])
    }

    func testOnlyTheDocumentedFieldsAreAdded() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let transport = try makeTransport()
        _ = try await transport.send(try request(server.url()))
        _ = try await transport.send(try request(server.url(), method: .delete))

        let names = server.requests.flatMap { $0.fields.map { $0.name.lowercased() } }
        XCTAssertEqual(server.requests.count, 2)
        XCTAssertEqual(Set(names).subtracting(addedFields).subtracting(["content-length"]), [])
    }

    func testFieldsOfTheConnectionAreTheTransports() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        var fields = HTTPFields()
        fields[HTTPField.Name("Host")!] = "other.example"
        fields[.contentLength] = "3"
        fields[.transferEncoding] = "chunked"
        fields[.expect] = "100-continue"
        _ = try await makeTransport().send(
            try request(server.url(), method: .post, fields: fields, body: "12345"))

        let received = try XCTUnwrap(server.requests.first)
        XCTAssertEqual(received.values("Host"), ["127.0.0.1:\(server.port)"])
        XCTAssertEqual(received.values("Content-Length"), ["5"])
        XCTAssertEqual(received.values("Transfer-Encoding"), [])
        XCTAssertEqual(received.values("Expect"), [])
        XCTAssertEqual(received.body, Array("12345".utf8))
    }

    func testSAMLResponseArrivesByteForByte() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let text = String(repeating: "PD94bWwgdmVyc2lvbj0iMS4wIj8%2B%2F%3D", count: 20_000)
        var fields = HTTPFields()
        fields[.contentType] = "application/x-www-form-urlencoded"
        _ = try await makeTransport().send(
            try request(
                server.url("/api/v2/REF30/profiles/sso/Apple"), method: .post, fields: fields,
                body: "SAMLResponse=" + text))

        let received = try XCTUnwrap(server.requests.first)
        XCTAssertEqual(received.requestLine, "POST /api/v2/REF30/profiles/sso/Apple HTTP/1.1")
        XCTAssertEqual(received.values("Content-Type"), ["application/x-www-form-urlencoded"])
        XCTAssertEqual(received.values("Content-Length"), ["\(text.utf8.count + 13)"])
        XCTAssertTrue(received.body == Array("SAMLResponse=".utf8) + Array(text.utf8))
    }

    func testEveryByteOfABodyArrives() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        var message = try request(server.url(), method: .post)
        message.body = (0...1023).map { UInt8(truncatingIfNeeded: $0) }
        _ = try await makeTransport().send(message)
        XCTAssertEqual(server.requests.first?.body, message.body)
    }

    func testTheAnswerIsGivenBackWhole() async throws {
        let body = (0..<300).map { "\($0) {\"profiles\":{}}" }.joined(separator: "\n")
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.answer(
                    "201 Created", ["Content-Type: application/json;charset=UTF-8", "X-A: b"], body)
            }
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(response.head.status.code, 201)
        XCTAssertEqual(
            response.head.headerFields[.contentType], "application/json;charset=UTF-8")
        XCTAssertEqual(response.head.headerFields[HTTPField.Name("x-a")!], "b")
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), body)
    }

    func testChunkedAnswersAreJoined() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for text in ["one", "two", "three"] {
                connection.send(String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n")
            }
            connection.send("0\r\n\r\n")
            connection.waitForClientToClose()
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "onetwothree")
    }

    func testTrailersAreNotHeaderFields() async throws {
        try XCTSkipIf(endsTheProcessOnUnusualFields, "it would end this process")
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.send("3\r\none\r\n0\r\nX-Trailer: a\r\n\r\n")
            connection.waitForClientToClose()
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "one")
        XCTAssertNil(response.head.headerFields[HTTPField.Name("X-Trailer")!])
    }

    func testInterimAnswersAreNotTheAnswer() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            connection.answer("200 OK", [], "final")
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(response.head.status.code, 200)
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "final")
    }

    func testAnswersWithoutABodyAreAnswers() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil {
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let response = try await makeTransport().send(
            try request(server.url(), method: .post, body: "a=b"))
        XCTAssertEqual(response.head.status.code, 204)
        XCTAssertEqual(response.body, [])
    }

    func testABodyThatEndsWithTheConnectionIsTaken() async throws {
        let server = try makeServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.0 200 OK\r\n\r\nto the end")
        }
        let response = try await makeTransport().send(try request(server.url()))
        XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "to the end")
    }

    func testThisHostIsReachedByAllItsNames() async throws {
        let server = try makeServer { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let newer = try makeServer(family: .ipv6) { connection in
            while connection.readRequest() != nil { connection.answer("200 OK") }
        }
        let transport = try makeTransport()
        for authority in [
            "127.0.0.1:\(server.port)", "localhost:\(server.port)", "LOCALHOST:\(server.port)",
        ] {
            let response = try await transport.send(try request("http://\(authority)/"))
            XCTAssertEqual(response.head.status.code, 200, authority)
        }
        let message = try request("http://[::1]:\(newer.port)/")
        if takesIPv6Addresses {
            let response = try await transport.send(message)
            XCTAssertEqual(response.head.status.code, 200)
        } else {
            try await assertFails(
                message, over: transport, .invalidURL, mayHaveReachedServer: false)
        }
    }
}
