internal import ProfileProcessing
internal import SAMLBindings
internal import SignatureDiagnostics
internal import WireText

/// The answer to a request to judge one message.
enum VerifyAnswer {
    /// Judges the message as a run of it alone does, and explains it as `samlkit verify --explain` does.
    static func json(
        of request: VerifyRequest, by judge: any MessageJudge, isRedacted: Bool
    ) throws(ServiceProblem) -> [UInt8] {
        let processor = try judge.processor(for: request.options)
        let message = CapturedMessage(bytes: request.message)
        var unexplained = processor.unexplainedRecord(of: message)
        var memory = CauseMemory()
        // An explanation has the bytes that were signed, with every value in them.
        let explains = request.explains && !isRedacted
        let found = processor.explain(
            &unexplained, remembering: &memory, isWhole: explains)
        processor.finish(&unexplained.record)
        var json = Array("{\"record\":".utf8)
        unexplained.record.appendJSON(to: &json)
        if explains {
            let explanations = found ?? processor.explanations(of: message)
            json += ",\"explanation\":".utf8
            json += JSONValue.array(explanations.map(\.json)).bytes
        }
        return json + "}\n".utf8
    }
}
