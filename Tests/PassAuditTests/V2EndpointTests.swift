import Foundation
import TestSupport
import XCTest

@testable import PassAudit

/// The table of REST API v2, which the audit reads by and the sandbox serves.
final class V2EndpointTests: XCTestCase {
    private struct Line: Hashable {
        let method: String
        let path: String
    }

    /// The client has its own paths, so that a wrong row cannot hide.
    func testTheClientCallsEveryEndpointOfTheTableAndNoOther() throws {
        let folder = Repository.root.appending(path: "Sources/AdobePass/RESTv2")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        var called: Set<Line> = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/\.(get|post),\s+(?:\.v2,\s+)?"(\/api\/v2\/[^"]+)"/#) {
                called.insert(Line(method: match.1.uppercased(), path: String(match.2)))
            }
        }
        let documented = Set(V2Endpoint.allCases.map { Line(method: $0.method, path: $0.path) })
        XCTAssertEqual(documented.count, V2Endpoint.allCases.count)
        XCTAssertEqual(called, documented)
    }

    func testAPathWithNamesIsThatOfItsEndpoint() throws {
        for endpoint in V2Endpoint.allCases {
            let path = endpoint.path.replacing(#/\{(\w+)\}/#) { "a-\($0.1)" }
            let segments = AddressParts("https://sp.auth.adobe.com\(path)").segments
            guard case .call(let call) = V2Call.match(method: endpoint.method, segments: segments)
            else {
                XCTFail(path)
                continue
            }
            XCTAssertEqual(call.endpoint, endpoint)
            XCTAssertEqual(call.serviceProvider, "a-serviceProvider")
            XCTAssertEqual(call.code, path.contains("a-code") ? HashedText("a-code") : nil)
        }
    }

    func testWhatIsRequiredIsDocumented() {
        for endpoint in V2Endpoint.allCases {
            let documented = endpoint.query + endpoint.form + endpoint.members
            XCTAssertTrue(Set(endpoint.required).isSubset(of: documented), "\(endpoint)")
        }
    }
}
