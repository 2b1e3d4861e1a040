internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import WireText

/// A result that is being read, field by field.
struct ResultReading {
    private var entry = ResultEntry(index: -1, outcome: .malformed, kind: nil)
    private var hasOutcome = false
    /// The part under `claimed`, for what is nowhere else.
    private var claimed = Statement()
    private var isClaimed = false
    private var hasSignature = false
    /// The version that the record says it has; those of 0.1.0 say nothing.
    private var version = 1
    /// A Boolean value that indicates whether values and sentences are read.
    private let readsWords: Bool

    /// The content of a message, which `claimed` has where nothing was verified.
    private struct Statement {
        var issuer: String?
        var issueInstant: Int64?
        var notBefore: Int64?
        var notOnOrAfter: Int64?
        var attributeNames: [String] = []
        var subject: String?
        var identifiers: [String] = []
        var attributes: [ResultEntry.Words.Attribute] = []
        var id: String?
        var inResponseTo: String?
        var audiences: [String] = []
        var destination: String?
        var assertionConsumerServiceURL: String?
    }

    init(readsWords: Bool) {
        self.readsWords = readsWords
    }

    /// The entry, once the fields that every record has were there; it is given out once.
    ///
    /// Entries have many references, so that they are not copied.
    mutating func takeResult() -> ResultEntry? {
        guard hasOutcome, entry.index >= 0,
            (1...ProfileRecord.schemaVersion).contains(version)
        else { return nil }
        // Before version 4, accepted stood for both.
        if version < 4, entry.outcome == .accepted, entry.verdict != .valid {
            entry.outcome = .unverified
        }
        if entry.issuer == nil { entry.issuer = claimed.issuer }
        entry.issueInstant = entry.issueInstant ?? claimed.issueInstant
        entry.notBefore = entry.notBefore ?? claimed.notBefore
        entry.notOnOrAfter = entry.notOnOrAfter ?? claimed.notOnOrAfter
        if entry.attributes.isEmpty { entry.attributes = claimed.attributeNames }
        if readsWords {
            if entry.words.subject == nil, let subject = claimed.subject {
                entry.words.subject = subject
                entry.words.isSubjectClaimed = true
            }
            entry.words.identifiers += claimed.identifiers
            entry.words.attributes += claimed.attributes
            entry.words.id = entry.words.id ?? claimed.id
            entry.words.inResponseTo = entry.words.inResponseTo ?? claimed.inResponseTo
            if entry.words.audiences.isEmpty { entry.words.audiences = claimed.audiences }
            entry.words.answerAddress =
                entry.kind?.isRequest == true
                ? claimed.assertionConsumerServiceURL
                : entry.words.answerAddress ?? claimed.destination
        }
        var result = ResultEntry(index: -1, outcome: .malformed, kind: nil)
        swap(&result, &entry)
        return result
    }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - scanner: The scanner, before the record.
    ///   - members: The members that records have.
    ///   - signatures: What was read before.
    /// - Throws: A `JSONScanner.Failure` when it is not JSON, or a member is of another kind.
    mutating func readRecord(
        from scanner: inout JSONScanner, members: ResultMembers,
        signatures: inout KnownSignatures
    ) throws(JSONScanner.Failure) {
        try readObject(ResultMembers.outermost, from: &scanner, members, &signatures)
    }

    private mutating func readObject(
        _ object: Int, from scanner: inout JSONScanner, _ members: ResultMembers,
        _ signatures: inout KnownSignatures
    ) throws(JSONScanner.Failure) {
        if try scanner.null() { return }
        var place = members.start(of: object)
        try scanner.members {
            (name: JSONScanner.Text, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            switch members.meaning(of: name, in: scanner.bytes, object: object, from: &place) {
            case .field(.claimed): try readClaims(from: &scanner, members, &signatures)
            case .field(let field): try read(field, from: &scanner)
            case .object(members.signature):
                try readSignature(from: &scanner, members, &signatures)
            case .object(let number): try readObject(number, from: &scanner, members, &signatures)
            case .unneeded: try scanner.skip()
            }
        }
    }

    private mutating func readSignature(
        from scanner: inout JSONScanner, _ members: ResultMembers,
        _ signatures: inout KnownSignatures
    ) throws(JSONScanner.Failure) {
        // Of two in one record, each says only a part.
        guard !isClaimed, !hasSignature, scanner.next() == UInt8(ascii: "{") else {
            return try readObject(members.signature, from: &scanner, members, &signatures)
        }
        hasSignature = true
        if let known = signatures.next(in: &scanner) {
            entry.verdict = known.verdict
            entry.signatureMethod = known.signatureMethod
            entry.digestMethod = known.digestMethod
            entry.keySHA256 = known.keySHA256
            return
        }
        let start = scanner.index
        try readObject(members.signature, from: &scanner, members, &signatures)
        signatures.keep(
            scanner.bytes[start..<scanner.index],
            KnownSignatures.Content(
                verdict: entry.verdict, signatureMethod: entry.signatureMethod,
                digestMethod: entry.digestMethod, keySHA256: entry.keySHA256))
    }

    /// Takes what is claimed where nothing was verified; the members of an object come in any order.
    private mutating func readClaims(
        from scanner: inout JSONScanner, _ members: ResultMembers,
        _ signatures: inout KnownSignatures
    ) throws(JSONScanner.Failure) {
        guard !isClaimed else { return try scanner.skip() }
        isClaimed = true
        claimed = Statement()
        try readRecord(from: &scanner, members: members, signatures: &signatures)
        isClaimed = false
    }

    /// Reads a field from JSON.
    mutating func read(
        _ field: ResultField, from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        switch field {
        case .attributes:
            if readsWords { return try readValues(&scanner) }
            let names = try Self.names(&scanner)
            if isClaimed { claimed.attributeNames = names } else { entry.attributes = names }
        case .issueInstant, .notBefore, .notOnOrAfter, .time:
            guard let bytes = try scanner.stringBytes() else { return }
            if field == .time, readsWords, !isClaimed {
                entry.words.time = String(decoding: bytes, as: UTF8.self)
            }
            if let seconds = SAML.Instant(parsing: bytes.span)?.secondsSinceEpoch {
                set(field, seconds)
            } else if field == .time {
                set(field, String(decoding: bytes, as: UTF8.self))
            }
        case .id, .inResponseTo, .destination, .assertionConsumerServiceURL, .nameID, .host:
            guard readsWords else { return try scanner.skip() }
            if let text = try scanner.string() { set(field, text) }
        case .audiences:
            guard readsWords else { return try scanner.skip() }
            let audiences = try scanner.strings()
            if isClaimed {
                claimed.audiences = audiences
            } else {
                entry.words.audiences = audiences
            }
        case .otherAttributes:
            guard readsWords else { return try scanner.skip() }
            if try scanner.null() { return }
            try scanner.skip()
            entry.words.hasOwnNames = false
        case .encrypted:
            guard readsWords, !isClaimed else { return try scanner.skip() }
            if try scanner.strings().contains(EncryptedPart.attribute.rawValue) {
                entry.words.hasOwnNames = false
            }
        case .issuer: if let text = try scanner.string() { set(field, text) }
        case .alsoAt:
            guard readsWords, !isClaimed else { return try scanner.skip() }
            try readPlaces(from: &scanner)
        // Claimed is what a message says; everything else is what the run found.
        case _ where isClaimed: try scanner.skip()
        case .schema: version = try scanner.integer() ?? 0
        case .index: entry.index = try scanner.integer() ?? -1
        case .entry: entry.entry = try scanner.integer()
        case .line: entry.line = try scanner.integer()
        case .byteCount: entry.byteCount = max(0, try scanner.integer() ?? 0)
        case .reasons: try readReasons(from: &scanner)
        case .notes: try readNotes(from: &scanner)
        case .encryptionMethods: entry.encryptionMethods += try scanner.strings()
        case .keyTransports: entry.encryptionMethods += try scanner.strings()
        case .claimed:
            var signatures = KnownSignatures()
            try readClaims(from: &scanner, .record, &signatures)
        case .missing: entry.missing = try scanner.strings()
        case .preservesSignature: entry.preservesSignature = try scanner.boolean()
        case .warnings: entry.warnings = try scanner.strings()
        case .isRedacted: entry.isRedacted = try scanner.boolean() ?? true
        default: if let text = try scanner.string() { set(field, text) }
        }
    }

    /// Takes a field that is a string.
    mutating func set(_ field: ResultField, _ text: String) {
        switch field {
        case .file: entry.file = text
        case .kind: entry.kind = ProfileRecord.Kind(rawValue: text)
        case .outcome:
            guard let outcome = ProfileRecord.Outcome(rawValue: text) else { return }
            entry.outcome = outcome
            hasOutcome = true
        case .issuer: if isClaimed { claimed.issuer = text } else { entry.issuer = text }
        case .verdict: entry.verdict = SignatureSummary.Verdict(rawValue: text) ?? .absent
        case .signatureMethod: entry.signatureMethod = text
        case .digestMethod: entry.digestMethod = text
        case .keySHA256: entry.keySHA256 = text
        case .id, .inResponseTo:
            guard readsWords else { return }
            if isClaimed {
                claimed.identifiers.append(text)
                if field == .id { claimed.id = text } else { claimed.inResponseTo = text }
            } else {
                entry.words.identifiers.append(text)
                if field == .id { entry.words.id = text } else { entry.words.inResponseTo = text }
            }
        case .destination where readsWords:
            if isClaimed { claimed.destination = text } else { entry.words.answerAddress = text }
        case .assertionConsumerServiceURL where readsWords && isClaimed:
            claimed.assertionConsumerServiceURL = text
        case .nameID:
            guard readsWords else { return }
            if isClaimed { claimed.subject = text } else { entry.words.subject = text }
        case .host: if readsWords, !isClaimed { entry.words.host = text }
        case .time:
            if readsWords, !isClaimed { entry.words.time = text }
            if let seconds = ResultEntry.captureSeconds(text) { set(field, seconds) }
        case .issueInstant, .notBefore, .notOnOrAfter:
            if let seconds = ResultEntry.seconds(text) { set(field, seconds) }
        default: break
        }
    }

    /// Takes a field that is a time, in seconds since 1970.
    private mutating func set(_ field: ResultField, _ seconds: Int64) {
        switch (field, isClaimed) {
        case (.issueInstant, true): claimed.issueInstant = seconds
        case (.notBefore, true): claimed.notBefore = seconds
        case (.notOnOrAfter, true): claimed.notOnOrAfter = seconds
        case (_, true): break
        case (.issueInstant, false): entry.issueInstant = seconds
        case (.notBefore, false): entry.notBefore = seconds
        case (.notOnOrAfter, false): entry.notOnOrAfter = seconds
        case (_, false): entry.captureTime = seconds
        }
    }

    private mutating func readReasons(
        from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        var codes: [String] = []
        var cause: String?
        var sentences: (first: String?, ofCause: String?)
        try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            var own: (cause: String?, sentence: String?)
            try scanner.object {
                (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                switch name {
                case "code": if let code = try scanner.string() { codes.append(code) }
                case "likelyCause": own.cause = try scanner.string()
                case "sentence" where readsWords: own.sentence = try scanner.string()
                default: try scanner.skip()
                }
            }
            if cause == nil, own.cause != nil {
                cause = own.cause
                sentences.ofCause = own.sentence
            }
            sentences.first = sentences.first ?? own.sentence
        }
        // The cause and the sentence of one reason.
        entry.words.sentence = sentences.ofCause ?? sentences.first
        entry.reasons = codes
        entry.likelyCause = cause
    }

    private mutating func readNotes(from scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            try scanner.object {
                (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                guard name == "code" else { return try scanner.skip() }
                if let code = try scanner.string() { entry.notes.append(code) }
            }
        }
    }

    private mutating func readPlaces(
        from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        var places: [MessagePlace] = []
        try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            var place = MessagePlace()
            try scanner.object {
                (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                switch name {
                case "entry": place.entry = try scanner.integer()
                case "line": place.line = try scanner.integer()
                default: try scanner.skip()
                }
            }
            places.append(place)
        }
        entry.words.alsoAt = places
    }

    /// Reads the names, and keeps the values.
    private mutating func readValues(
        _ scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        var attributes: [ResultEntry.Words.Attribute] = []
        try scanner.object {
            (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            var values: [String] = []
            try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                if let value = try scanner.string() { values.append(value) }
            }
            attributes.append(
                ResultEntry.Words.Attribute(name: name, values: values, isClaimed: isClaimed))
        }
        let names = attributes.map(\.name)
        if isClaimed {
            claimed.attributes = attributes
            claimed.attributeNames = names
        } else {
            entry.words.attributes = attributes
            entry.attributes = names
        }
    }

    private static func names(
        _ scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) -> [String] {
        var names: [String] = []
        try scanner.object {
            (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            names.append(name)
            try scanner.skip()
        }
        return names
    }
}

extension ResultEntry {
    /// Reads a record from the line that NDJSON has for it; `nil` when it is not a record.
    package init?(line: [UInt8], readingWords: Bool = false) {
        var signatures = KnownSignatures()
        self.init(
            line: line, in: 0..<line.count, members: .record, signatures: &signatures,
            readingWords: readingWords)
    }

    /// Reads a record from a line with others around it; `nil` when it is not a record.
    init?(
        line bytes: [UInt8], in range: Range<Int>, members: ResultMembers,
        signatures: inout KnownSignatures, readingWords: Bool = false
    ) {
        var scanner = JSONScanner(bytes, in: range)
        var reading = ResultReading(readsWords: readingWords)
        do throws(JSONScanner.Failure) {
            try reading.readRecord(from: &scanner, members: members, signatures: &signatures)
        } catch {
            return nil
        }
        guard scanner.isAtEnd, let entry = reading.takeResult() else { return nil }
        self = entry
    }
}
