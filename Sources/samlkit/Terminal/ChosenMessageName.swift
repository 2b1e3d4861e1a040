import Captures
import ProfileProcessing
import SAMLBindings

extension CapturedRecord {
    /// The name of the message: its file and, unless it is the only one in it, the option that chooses it there, with its
    /// place in words.
    func name(isOnly: Bool) -> String {
        let file = source.file ?? "message"
        if isOnly, number == 1 { return file }
        let place = source.placeInWords
        return "\(file) --nth \(number)" + (place.isEmpty ? "" : " (\(place))")
    }
}
