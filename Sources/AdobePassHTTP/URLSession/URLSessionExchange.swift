#if !WithoutURLSession
internal import AdobePass
internal import Dispatch
internal import Foundation
internal import HTTPTypes

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One request and its answer, as the delegate of a task.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Outcome = Result<Pass.Response, Pass.TransportError>

    private struct State {
        var task: URLSessionDataTask?
        var continuation: CheckedContinuation<Outcome, Never>?
        var head: HTTPResponse?
        var body: [UInt8] = []
        var challenged = false
        var ended = false
    }

    private let responseLimit: Int
    private let lock = NSLock()
    // Only touched while the lock is held.
    private var state = State()

    init(responseLimit: Int) {
        self.responseLimit = responseLimit
    }

    /// Starts the task and waits for its end.
    func run(_ task: URLSessionDataTask) async -> Outcome {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let start = lock.withLock {
                    if state.ended { return false }
                    state.task = task
                    state.continuation = continuation
                    return true
                }
                guard start else {
                    task.cancel()
                    continuation.resume(
                        returning: .failure(
                            Pass.TransportError(.cancelled, mayHaveReachedServer: false)))
                    return
                }
                task.resume()
                watch(task)
            }
        } onCancel: {
            end(.failure(Pass.TransportError(.cancelled, mayHaveReachedServer: true)))
        }
        return outcome
    }

    /// Ends the exchange, once.
    private func end(_ outcome: Outcome) {
        let (task, continuation) = lock.withLock {
            () -> (URLSessionDataTask?, CheckedContinuation<Outcome, Never>?) in
            if state.ended { return (nil, nil) }
            state.ended = true
            defer { state = State(ended: true) }
            return (state.task, state.continuation)
        }
        continuation?.resume(returning: outcome)
        // On Linux this waits for whatever the session is doing.
        if case .failure = outcome, let task { DispatchQueue.global().async { task.cancel() } }
    }

    /// Takes the head of the answer; `false` if it is not one.
    private func take(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse,
            (100...599).contains(response.statusCode)
        else {
            end(.failure(Pass.TransportError(.invalidResponse, mayHaveReachedServer: true)))
            return false
        }
        var fields = HTTPFields()
        let named = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        for (name, value) in named.sorted(by: { $0.0 < $1.0 }) {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let head = HTTPResponse(
            status: HTTPResponse.Status(code: response.statusCode), headerFields: fields)
        lock.withLock { if !state.ended { state.head = head } }
        return true
    }

    /// On Linux, looks after answers whose head is not handed over.
    ///
    /// That is the case for redirects, whose bodies are gathered without limit. Only the head is
    /// known, with the length if it names one, and none of the bytes received so far. A body of
    /// unknown length that does not end soon counts as timed out, since its size is unknown.
    private func watch(_ task: URLSessionDataTask) {
        #if canImport(FoundationNetworking)
        let limit = Int64(clamping: responseLimit)
        Task { [weak self] in
            var looksLeft = 20
            while let self, lock.withLock({ !state.ended && state.head == nil }) {
                let length = task.countOfBytesExpectedToReceive
                if length == NSURLSessionTransferSizeUnknown { looksLeft -= 1 }
                if length > limit || looksLeft == 0 {
                    end(
                        .failure(
                            Pass.TransportError(
                                length > limit ? .responseTooLarge : .timedOut,
                                mayHaveReachedServer: true)))
                }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        #endif
    }
}

extension URLSessionExchange {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if !canImport(FoundationNetworking)
        if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        #endif
        // The 401 itself is the answer.
        lock.withLock { state.challenged = true }
        completionHandler(.rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if response.expectedContentLength > Int64(clamping: responseLimit) {
            end(.failure(Pass.TransportError(.responseTooLarge, mayHaveReachedServer: true)))
            completionHandler(.cancel)
            return
        }
        completionHandler(take(response) ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let tooLarge = lock.withLock {
            if state.ended { return false }
            if state.body.count + data.count > responseLimit { return true }
            state.body.append(contentsOf: data)
            return false
        }
        if tooLarge {
            end(.failure(Pass.TransportError(.responseTooLarge, mayHaveReachedServer: true)))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        // On Linux a refused challenge is an error although the whole answer is there.
        if let error, !lock.withLock({ state.challenged && state.head != nil }) {
            end(.failure(URLErrorReading.transportError(for: error)))
            return
        }
        // Where a redirect was not followed, the head may come only with the task's end.
        if lock.withLock({ !state.ended && state.head == nil }) {
            guard let response = task.response, take(response) else {
                end(.failure(Pass.TransportError(.invalidResponse, mayHaveReachedServer: true)))
                return
            }
        }
        let (head, body) = lock.withLock { (state.head, state.body) }
        if let head { end(.success(Pass.Response(head: head, body: body))) }
    }
}
#endif
