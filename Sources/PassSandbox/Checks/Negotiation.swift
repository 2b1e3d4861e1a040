#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// The format of an answer of REST API v1: `Accept`, `format` or the path's suffix choose it.
enum Negotiation {
    static func format(of call: Call) throws(Refusal) -> BodyFormat {
        var choices: Set<BodyFormat> = []
        let accept = call.request.headerFields[.accept]?.lowercased() ?? ""
        if accept.contains("application/json") { choices.insert(.json) }
        if accept.contains("application/xml") || accept.contains("text/xml") {
            choices.insert(.xml)
        }
        switch try call.query().nonEmpty("format") {
        case "json": choices.insert(.json)
        case "xml": choices.insert(.xml)
        case nil: break
        default:
            throw Refusal(
                400, .internalError, "unknownFormat", "The parameter format is xml or json.")
        }
        switch call.suffix {
        case "json": choices.insert(.json)
        case "xml": choices.insert(.xml)
        default: break
        }
        guard choices.count < 2 else {
            throw Refusal(
                400, .internalError, "conflictingFormats", "The request asks for XML and for JSON.")
        }
        return choices.first ?? .xml
    }
}
#endif
