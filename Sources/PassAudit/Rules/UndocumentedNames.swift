/// The parameters and header fields of a call that its endpoint does not document.
extension V2Endpoint {
    /// Returns the parameters of a call that are names of v1.
    static func formerNames(in call: AuditedCall) -> [String] {
        let request = call.request
        let names = request.query.map(\.name) + request.form.map(\.name) + request.members
        return names.filter { former.contains($0) }
    }

    /// Returns the names in a call that its endpoint does not document.
    func undocumented(in call: AuditedCall) -> [String] {
        let request = call.request
        let former = Self.formerNames(in: call)
        let parameters =
            request.query.map(\.name).filter { !query.contains($0) }
            + request.form.map(\.name).filter { !form.contains($0) }
            + request.members.filter { !members.contains($0) && !form.contains($0) }
        let own = call.fields.ownNames.filter {
            !fields.contains($0) && !Self.fieldsOfAll.contains($0)
                && !$0.hasPrefix("x-roku-reserved-")
        }
        return parameters.filter { !former.contains($0) } + own
    }
}
