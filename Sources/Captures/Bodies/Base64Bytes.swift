#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension [UInt8] {
    /// Decodes Base64; `nil` for bytes that are not.
    ///
    /// - Parameters:
    ///   - digits: The digits, with their padding.
    ///   - ignoresOthers: Whether other characters may stand among them.
    init?(base64 digits: some Sequence<UInt8>, ignoringOthers ignoresOthers: Bool = false) {
        let options: Data.Base64DecodingOptions = ignoresOthers ? .ignoreUnknownCharacters : []
        guard let data = Data(base64Encoded: Data(digits), options: options) else { return nil }
        self.init(data)
    }
}
