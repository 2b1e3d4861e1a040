internal import ProfileProcessing
internal import WireText

/// A field of a saved record that a report needs.
enum ResultField: String, CaseIterable {
    case schema
    case index
    case file = "source.file"
    case entry = "source.entry"
    case line = "source.line"
    case time = "source.time"
    case kind
    case outcome
    case reasons
    case id = "response.id"
    case inResponseTo = "response.inResponseTo"
    case issueInstant = "response.issueInstant"
    case issuer
    case verdict = "signature.verdict"
    case signatureMethod = "signature.signatureMethod"
    case digestMethod = "signature.digestMethod"
    case keySHA256 = "signature.keySHA256"
    case encryptionMethods = "encryption.methods"
    case keyTransports = "encryption.keyTransports"
    case notBefore = "conditions.notBefore"
    case notOnOrAfter = "conditions.notOnOrAfter"
    case nameID = "nameID.value"
    case attributes
    case claimed
    case missing
    case preservesSignature = "normalization.preservesSignature"
    case warnings = "normalization.warnings"
    case byteCount = "bytes"

    /// A Boolean value that indicates whether the field is a string, which flat formats write
    /// without quotes.
    var isText: Bool {
        switch self {
        case .file, .time, .kind, .outcome, .issueInstant, .issuer, .verdict, .signatureMethod,
            .digestMethod, .keySHA256, .notBefore, .notOnOrAfter, .id, .inResponseTo, .nameID:
            true
        case .schema, .index, .entry, .line, .reasons, .encryptionMethods, .keyTransports,
            .attributes, .claimed, .missing, .preservesSignature, .warnings, .byteCount:
            false
        }
    }
}

/// A result that is being read, field by field.
struct ResultReading {
    private var entry = ResultEntry(index: -1, outcome: .malformed, kind: nil)
    private var hasOutcome = false
    /// The members of `claimed`.
    private var claims: ResultEntry?
    /// The version that the record says it has; those of 0.1.0 say nothing.
    private var version = 1
    /// A Boolean value that indicates whether values and sentences are read.
    private let readsWords: Bool

    init(readsWords: Bool) {
        self.readsWords = readsWords
    }

    /// The entry, once the fields that every record has were there.
    var result: ResultEntry? {
        guard hasOutcome, entry.index >= 0,
            (1...ProfileRecord.schemaVersion).contains(version)
        else { return nil }
        guard let claims else { return entry }
        var entry = entry
        entry.issuer = entry.issuer ?? claims.issuer
        entry.issueInstant = entry.issueInstant ?? claims.issueInstant
        entry.notBefore = entry.notBefore ?? claims.notBefore
        entry.notOnOrAfter = entry.notOnOrAfter ?? claims.notOnOrAfter
        if entry.attributes.isEmpty { entry.attributes = claims.attributes }
        entry.words.subject = entry.words.subject ?? claims.words.subject
        entry.words.identifiers += claims.words.identifiers
        entry.words.attributes += claims.words.attributes
        return entry
    }

    /// Reads a field from JSON.
    mutating func read(
        _ field: ResultField, from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        switch field {
        case .schema: version = try scanner.integer() ?? 0
        case .index: entry.index = try scanner.integer() ?? -1
        case .entry: entry.entry = try scanner.integer()
        case .line: entry.line = try scanner.integer()
        case .byteCount: entry.byteCount = max(0, try scanner.integer() ?? 0)
        case .reasons: try readReasons(from: &scanner)
        case .encryptionMethods: entry.encryptionMethods += try scanner.strings()
        case .keyTransports: entry.encryptionMethods += try scanner.strings()
        case .attributes:
            entry.attributes = readsWords ? try readValues(&scanner) : try Self.names(&scanner)
        case .claimed: try readClaims(from: &scanner)
        case .missing: entry.missing = try scanner.strings()
        case .preservesSignature: entry.preservesSignature = try scanner.boolean()
        case .warnings: entry.warnings = try scanner.strings()
        default: if let text = try scanner.string() { set(field, text) }
        }
    }

    /// Reads the members of an object that reports need.
    fileprivate mutating func readFields(
        from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        try readMembers(.record, from: &scanner)
    }

    private mutating func readMembers(
        _ members: ResultMembers, from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        if try scanner.null() { return }
        var place = 0
        try scanner.members {
            (name: JSONScanner.Text, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            guard let number = members.number(of: name, in: scanner, from: &place) else {
                return try scanner.skip()
            }
            if let field = members.fields[number] {
                try read(field, from: &scanner)
            } else if let object = members.objects[number] {
                try readMembers(object, from: &scanner)
            }
        }
    }

    /// Takes what is claimed where nothing was verified; the members of an object come in any order.
    private mutating func readClaims(
        from scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) {
        var claimed = ResultReading(readsWords: readsWords)
        try claimed.readFields(from: &scanner)
        claims = claimed.entry
    }

    /// Takes a field that is a string.
    mutating func set(_ field: ResultField, _ text: String) {
        switch field {
        case .file: entry.file = text
        case .time: entry.captureTime = ResultEntry.seconds(text)
        case .kind: entry.kind = ProfileRecord.Kind(rawValue: text)
        case .outcome:
            guard let outcome = ProfileRecord.Outcome(rawValue: text) else { return }
            entry.outcome = outcome
            hasOutcome = true
        case .issueInstant: entry.issueInstant = ResultEntry.seconds(text)
        case .issuer: entry.issuer = text
        case .verdict: entry.verdict = SignatureSummary.Verdict(rawValue: text) ?? .absent
        case .signatureMethod: entry.signatureMethod = text
        case .digestMethod: entry.digestMethod = text
        case .keySHA256: entry.keySHA256 = text
        case .notBefore: entry.notBefore = ResultEntry.seconds(text)
        case .notOnOrAfter: entry.notOnOrAfter = ResultEntry.seconds(text)
        case .id, .inResponseTo: if readsWords { entry.words.identifiers.append(text) }
        case .nameID: if readsWords { entry.words.subject = text }
        default: break
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

    /// Reads the names, and keeps the values.
    private mutating func readValues(
        _ scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) -> [String] {
        var attributes: [ResultEntry.Words.Attribute] = []
        try scanner.object {
            (name: String, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            var values: [String] = []
            try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                if let value = try scanner.string() { values.append(value) }
            }
            attributes.append(ResultEntry.Words.Attribute(name: name, values: values))
        }
        entry.words.attributes = attributes
        return attributes.map(\.name)
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
    /// Reads a record from the line that NDJSON has for it; `nil` when it is none.
    package init?(line: [UInt8], readingWords: Bool = false) {
        var scanner = JSONScanner(line)
        var reading = ResultReading(readsWords: readingWords)
        do throws(JSONScanner.Failure) {
            try reading.readFields(from: &scanner)
        } catch {
            return nil
        }
        guard scanner.isAtEnd, let entry = reading.result else { return nil }
        self = entry
    }
}
