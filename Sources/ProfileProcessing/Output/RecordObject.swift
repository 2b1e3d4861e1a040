internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import WireText

extension ProfileRecord {
    /// Appends ``json`` to `output` without making the values first, as records are written by the million.
    ///
    /// ``RecordColumn`` says which fields there are; this writes the same bytes.
    package func appendJSON(to output: inout [UInt8]) {
        appendOrigin(to: &output)
        verified.appendIdentity(to: &output)
        appendTrust(to: &output)
        verified.appendSubject(to: &output)
        appendClaims(to: &output)
        appendEncoding(to: &output)
        output.put("}")
    }

    private func appendOrigin(to output: inout [UInt8]) {
        output.put("{\"schema\":", Self.schemaVersion)
        output.put(",\"index\":", index)
        output.put(",\"source\":{\"file\":", source.file)
        if let entry = source.entry { output.put(",\"entry\":", entry) }
        if let line = source.line { output.put(",\"line\":", line) }
        if let time = source.time { output.put(",\"time\":", time) }
        if let host = source.host { output.put(",\"host\":", host) }
        if let part = source.part { output.put(",\"part\":", part.rawValue) }
        if !source.alsoAt.isEmpty {
            output.put(",\"alsoAt\":")
            JSONValue.array(source.alsoAt.map { .object($0.jsonMembers) }).append(to: &output)
        }
        output.put("},\"kind\":", kind?.rawValue)
        output.put(",\"outcome\":", outcome.rawValue)
        if let entryCount { output.put(",\"count\":", entryCount) }
        output.put(",\"reasons\":")
        JSONValue.array(reasons.map(\.json)).append(to: &output)
        output.put(",\"envelope\":", envelope.lazy.map(\.rawValue))
    }

    private func appendTrust(to output: inout [UInt8]) {
        output.put(",\"signature\":{\"verdict\":", signature.verdict.rawValue)
        output.put(",\"signed\":", signature.signed.lazy.map(\.rawValue))
        output.put(",\"signatureMethod\":", signature.signatureMethod)
        output.put(",\"digestMethod\":", signature.digestMethod)
        output.put(",\"canonicalization\":", signature.canonicalization)
        output.put(",\"keySHA256\":", signature.keySHA256)
        output.put("},\"encrypted\":", encrypted.lazy.map(\.rawValue))
        if let encryption {
            output.put(",\"encryption\":{\"methods\":", encryption.methods)
            output.put(",\"keyTransports\":", encryption.keyTransports)
            output.put(",\"orders\":", encryption.orders.lazy.map(\.rawValue))
            output.put("}")
        } else {
            output.put(",\"encryption\":null")
        }
        output.put(",\"conditions\":{\"verdict\":", conditions.verdict.rawValue)
        output.put(",\"checked\":", conditions.checked.lazy.map(\.rawValue))
        if let now = conditions.now { output.put(",\"now\":", now) }
        output.put(",")
        verified.appendConditions(to: &output)
        output.put("}")
    }

    private func appendClaims(to output: inout [UInt8]) {
        output.put(",\"claimed\":")
        if let claimed {
            claimed.unverified.appendObject(to: &output)
        } else {
            output.put("null")
        }
        output.put(",\"missing\":", missing)
    }

    private func appendEncoding(to output: inout [UInt8]) {
        if let normalization {
            output.put(",\"normalization\":{\"mode\":", normalization.mode.rawValue)
            switch normalization.preservesSignature {
            case true?: output.put(",\"preservesSignature\":true")
            case false?: output.put(",\"preservesSignature\":false")
            case nil: output.put(",\"preservesSignature\":null")
            }
            output.put(",\"warnings\":", normalization.warnings.lazy.map(\.rawValue))
            output.put("}")
        } else {
            output.put(",\"normalization\":null")
        }
        if let payload {
            output.put(",\"payload\":\"")
            output += payload
            output.put("\"")
        }
        output.put(",\"bytes\":", byteCount)
        output.put(isRedacted ? ",\"redacted\":true" : ",\"redacted\":false")
    }
}

extension MessageContent {
    /// Appends what is at the top of a record, absent values as null.
    fileprivate func appendIdentity(to output: inout [UInt8]) {
        if let message {
            output.put(",\"response\":")
            message.append(to: &output)
        } else {
            output.put(",\"response\":null")
        }
        output.put(",\"issuer\":", issuer)
    }

    /// Appends the members of `conditions`.
    fileprivate func appendConditions(to output: inout [UInt8]) {
        output.put("\"notBefore\":", notBefore?.description)
        output.put(",\"notOnOrAfter\":", notOnOrAfter?.description)
        output.put(",\"audiences\":", audiences)
    }

    fileprivate func appendSubject(to output: inout [UInt8]) {
        if let nameID {
            output.put(",\"nameID\":")
            nameID.append(to: &output)
        } else {
            output.put(",\"nameID\":null")
        }
        output.put(",\"attributes\":")
        appendAttributes(to: &output)
        if let otherAttributes { output.put(",\"otherAttributes\":", otherAttributes) }
    }

    private func appendAttributes(to output: inout [UInt8]) {
        output.put("{")
        let hasXML = attributes.contains { $0.values.contains(where: \.isXML) }
        let texts = hasXML ? ValueTexts(of: attributes).byItem : []
        for (number, attribute) in attributes.enumerated() {
            output.put(number == 0 ? "" : ",", attribute.name)
            output.put(":")
            if hasXML {
                output.put("", texts[number])
            } else {
                output.put("", attribute.values.lazy.map(\.text))
            }
        }
        output.put("}")
    }

    /// Appends an object of what it says; a group has all of its fields or is absent.
    fileprivate func appendObject(to output: inout [UInt8]) {
        let start = output.count
        if let message, message.saysSomething {
            output.put(",\"response\":")
            message.append(to: &output, withStatusMessage: true)
        }
        if let issuer { output.put(",\"issuer\":", issuer) }
        if notBefore != nil || notOnOrAfter != nil || !audiences.isEmpty {
            output.put(",\"conditions\":{")
            appendConditions(to: &output)
            output.put("}")
        }
        if let nameID {
            output.put(",\"nameID\":")
            nameID.append(to: &output)
        }
        if !attributes.isEmpty {
            output.put(",\"attributes\":")
            appendAttributes(to: &output)
        }
        if let otherAttributes, !otherAttributes.isEmpty {
            output.put(",\"otherAttributes\":", otherAttributes)
        }
        // The first comma stands where the object begins.
        guard output.count > start else { return output.put("{}") }
        output[start] = UInt8(ascii: "{")
        output.put("}")
    }
}

extension MessageSummary {
    fileprivate var saysSomething: Bool {
        id != nil || inResponseTo != nil || issueInstant != nil || destination != nil
            || status != nil || statusMessage != nil
    }

    fileprivate func append(to output: inout [UInt8], withStatusMessage: Bool = false) {
        output.put("{\"id\":", id)
        output.put(",\"inResponseTo\":", inResponseTo)
        output.put(",\"issueInstant\":", issueInstant?.description)
        output.put(",\"destination\":", destination)
        output.put(",\"status\":", status)
        if withStatusMessage, let statusMessage {
            output.put(",\"statusMessage\":", statusMessage)
        }
        output.put("}")
    }
}

extension SAML.NameID {
    fileprivate func append(to output: inout [UInt8]) {
        output.put("{\"value\":", value)
        output.put(",\"format\":", format)
        output.put(",\"nameQualifier\":", nameQualifier)
        output.put(",\"spNameQualifier\":", spNameQualifier)
        output.put("}")
    }
}

/// Writes a value and what stands before it.
extension [UInt8] {
    fileprivate mutating func put(_ literal: StaticString) {
        unsafe append(
            contentsOf: UnsafeBufferPointer(
                start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    fileprivate mutating func put(_ label: StaticString, _ number: Int) {
        put(label)
        append(contentsOf: String(number).utf8)
    }

    fileprivate mutating func put(_ label: StaticString, _ text: String?) {
        put(label)
        guard let text else { return put("null") }
        JSONValue.append(text, to: &self)
    }

    fileprivate mutating func put(_ label: StaticString, _ texts: some Sequence<String>) {
        put(label, texts.lazy.map(Optional.some))
    }

    fileprivate mutating func put(_ label: StaticString, _ texts: some Sequence<String?>) {
        put(label)
        var isFirst = true
        for text in texts {
            put(isFirst ? "[" : ",", text)
            isFirst = false
        }
        put(isFirst ? "[]" : "]")
    }
}
