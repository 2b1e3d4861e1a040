/// A capture in one member of a zip.
final class MemberStream: CaptureStream {
    private let stream: (any CaptureStream)?
    private var failure: CaptureEntry?

    /// Opens a member.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - members: The members of the zip.
    ///   - context: The place of the zip, which an error has.
    ///   - open: Begins to read it.
    init(
        of name: String, in members: ZipMembers, _ context: CaptureContext,
        open: (any ByteSource) -> any CaptureStream
    ) {
        do throws(CaptureError) {
            stream = open(try members.source(of: name))
        } catch {
            stream = nil
            failure = CaptureEntry(context.source, .failure(error))
        }
    }

    func next() -> CaptureStep? { stream?.next() ?? failure.take().map { .entry($0) } }
}
