import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// Inputs of many short messages, some of them wrong.
enum BatchFixture {
    /// Writes a file with a message a line.
    ///
    /// - Parameters:
    ///   - count: The number of messages.
    ///   - folder: Where the file is written.
    ///   - name: Its name.
    ///   - ids: How many different IDs there are, `nil` for as many as messages.
    /// - Returns: Its path.
    /// - Throws: What writing files throws.
    static func write(
        _ count: Int, to folder: ScratchFolder, name: String = "lines.txt", ids: Int? = nil
    ) throws -> String {
        var lines = ""
        for line in 0..<count {
            // What has the same ID is the same message.
            let number = ids.map { line % $0 } ?? line
            let message =
                number % 9 == 4
                ? "<a>"
                : HandmadeMessage.response(
                    attributes: HandmadeMessage.attribute("uid", "\(number)"),
                    issuer: "urn:issuer:\(number % 5)"
                ).replacing("ID=\"_r\"", with: "ID=\"_r\(number)\"")
            lines += Data(message.utf8).base64EncodedString() + "\n"
        }
        return try folder.write(lines.utf8, to: name)
    }
}

/// Adds up the indexes of records, and their order.
struct IndexTally: BatchTally, Equatable {
    var indexes: [Int] = []

    mutating func add(_ record: ProfileRecord) { indexes.append(record.index) }
    mutating func merge(_ other: IndexTally) { indexes += other.indexes }
}
