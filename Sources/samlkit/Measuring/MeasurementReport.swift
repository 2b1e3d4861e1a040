@_spi(Measurement) import PayloadCoding
import ProfileProcessing
import WireText

/// Measurements as a table and as JSON.
enum MeasurementReport {
    /// The lines above the first table.
    static let introduction =
        [
            "Medians of CPU time on one core; contenders take turns. ± is half the interquartile "
                + "range.",
            "MB/s counts the bytes of the message. \"memcpy\" copies as many bytes as are read and",
        ] + wordsOnFoundation

    #if FoundationBaseline
    private static let isFoundationMeasured = true
    private static let wordsOnFoundation = [
        "written; \"foundation\" is Adobe's published Swift snippet."
    ]
    #else
    private static let isFoundationMeasured = false
    private static let wordsOnFoundation = [
        "written. To compare with Adobe's published Swift snippet, rebuild samlkit with:",
        "swift build -c release --traits FoundationBaseline --product samlkit",
    ]
    #endif

    /// Returns the title of a workload and the names of the columns.
    static func header(of workload: Workload) -> [String] {
        let bytes = workload.byteCount.counted("byte")
        let count = workload.messages.count
        let size = count == 1 ? bytes : "\(count.grouped) messages, \(bytes)"
        return [
            "", "\(size), \(workload.name)",
            line(
                "stage", "kernel", "MB/s", "±", "x memcpy",
                isFoundationMeasured ? "x foundation" : ""),
        ]
    }

    /// Returns the rows of one stage.
    static func lines(of measurement: StageMeasurement) -> [String] {
        var stage = measurement.stage.rawValue
        let limits = [measurement.foundation, measurement.memcpy].compactMap(\.self)
        return (measurement.kernels + limits).map { row in
            defer { stage = "" }
            let isMemcpy = row.name == measurement.memcpy.name
            let isFoundation = row.name == measurement.foundation?.name
            return line(
                stage, row.name, number(row.megabytesPerSecond),
                "\(decimal(row.spread * 100, places: 0)) %",
                isMemcpy ? "" : decimal(row.ratioToMemcpy, places: isFoundation ? 5 : 3),
                isMemcpy || isFoundation ? "" : row.ratioToFoundation.map(number) ?? "")
        }
    }

    /// Returns a JSON array with one object per stage and kernel.
    static func json(of measurements: [StageMeasurement]) -> [UInt8] {
        var output = Array("[".utf8)
        var separator = "\n"
        for measurement in measurements {
            for row in measurement.kernels {
                output += "\(separator){\"stage\":\"\(measurement.stage.rawValue)\"".utf8
                output += ",\"kernel\":\"\(row.name)\",\"bytes\":\(measurement.byteCount)".utf8
                output += ",\"mbPerSecond\":\(decimal(row.megabytesPerSecond, places: 2))".utf8
                output += ",\"ratioToMemcpy\":\(decimal(row.ratioToMemcpy, places: 5))".utf8
                let ratio = row.ratioToFoundation.map { decimal($0, places: 3) }
                output += ",\"ratioToFoundation\":\(ratio ?? "null")".utf8
                output += ",\"spread\":\(decimal(row.spread, places: 4))".utf8
                output += ",\"messages\":\(measurement.messageCount),\"source\":".utf8
                JSONValue.string(measurement.workload).append(to: &output)
                output.append(UInt8(ascii: "}"))
                separator = ",\n"
            }
        }
        return output + "\n]\n".utf8
    }

    private static func line(_ cells: String...) -> String {
        let widths = [-14, -10, 9, 6, 9, 13]
        let padded = zip(cells, widths).map { cell, width in
            let space = String(repeating: " ", count: max(0, abs(width) - cell.count))
            return width < 0 ? cell + space : space + cell
        }
        return "  " + padded.joined(separator: " ")
    }

    /// Returns a number with a suitable number of decimal places.
    private static func number(_ value: Double) -> String {
        value >= 100
            ? Int(value.rounded()).grouped
            : decimal(value, places: value >= 10 ? 1 : 2)
    }

    /// Returns a nonnegative number in decimal digits.
    static func decimal(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, value * scale < 9e15 else { return "0" }
        let scaled = Int((value * scale).rounded())
        guard places > 0 else { return String(scaled) }
        let digits = String(scaled)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
