public import Foundation

/// One browser window that a test steers.
public struct Browser: Sendable {
    private let session: String
    private let connection: WebDriverConnection

    init(session: String, connection: WebDriverConnection) {
        self.session = session
        self.connection = connection
    }

    /// An element of the page that is shown.
    public struct Element: Sendable {
        fileprivate let browser: Browser
        fileprivate let reference: String

        /// The member under which WebDriver refers to elements.
        fileprivate static let key = "element-6066-11e4-a52e-4f735466cecf"

        /// The text as a reader sees it.
        public func text() async throws -> String {
            try await browser.get("/element/\(reference)/text").string ?? ""
        }

        /// The value of an attribute or property, `nil` when there is none.
        public func attribute(_ name: String) async throws -> String? {
            try await browser.get("/element/\(reference)/attribute/\(name)").string
        }

        /// Clicks, and waits for the page that follows if there is one.
        public func click() async throws {
            try await browser.post("/element/\(reference)/click")
        }

        /// Types text into the element after what is there.
        public func type(_ text: String) async throws {
            try await browser.post("/element/\(reference)/value", ["text": text])
        }

        /// Empties an input.
        public func clear() async throws {
            try await browser.post("/element/\(reference)/clear")
        }
    }

    /// Goes to an address and waits until the page is loaded.
    public func navigate(to address: String) async throws {
        try await post("/url", ["url": address])
    }

    /// The address of the page.
    public func address() async throws -> String { try await get("/url").string ?? "" }

    /// The title of the page.
    public func title() async throws -> String { try await get("/title").string ?? "" }

    /// The text of the page as a reader sees it.
    public func text() async throws -> String { try await element("body").text() }

    /// The first element that a CSS selector finds.
    ///
    /// - Throws: ``WebDriver/Failure/refused(code:message:)`` with `no such element`.
    public func element(_ selector: String) async throws -> Element {
        let answer = try await post(
            "/element", ["using": "css selector", "value": selector])
        return Element(browser: self, reference: answer[Element.key]?.string ?? "")
    }

    /// Every element that a CSS selector finds.
    public func elements(_ selector: String) async throws -> [Element] {
        let answer = try await post(
            "/elements", ["using": "css selector", "value": selector])
        return (answer.elements ?? []).compactMap { value in
            value[Element.key]?.string.map { Element(browser: self, reference: $0) }
        }
    }

    /// Waits until a CSS selector finds something.
    ///
    /// - Throws: ``WebDriver/Failure/timedOut(_:)`` after five minutes.
    public func waitForElement(_ selector: String) async throws -> Element {
        for _ in 0..<10_000 {
            if let element = try await elements(selector).first { return element }
            try await Task.sleep(for: .milliseconds(30))
        }
        throw WebDriver.Failure.timedOut("\(selector) on \(try await address())")
    }

    /// Runs a script in the page.
    ///
    /// - Parameter script: The body of a JavaScript function.
    /// - Returns: What the function returns.
    /// - Throws: A ``WebDriver/Failure``.
    @discardableResult
    public func run(_ script: String) async throws -> JSONTree {
        try await post("/execute/sync", ["script": script, "args": [String]()])
    }

    /// The names of the cookies of the page.
    public func cookieNames() async throws -> [String] {
        (try await get("/cookie").elements ?? []).compactMap { $0["name"]?.string }
    }

    /// What the console of the page says, since it was last asked.
    public func consoleMessages() async throws -> [String] {
        (try await post("/se/log", ["type": "browser"]).elements ?? [])
            .compactMap { $0["message"]?.string }
    }

    /// Shows pages as to a user who prefers a colour scheme.
    ///
    /// - Parameter colorScheme: `light` or `dark`.
    /// - Throws: A ``WebDriver/Failure``.
    public func prefer(colorScheme: String) async throws {
        let features = [["name": "prefers-color-scheme", "value": colorScheme]]
        try await post(
            "/goog/cdp/execute",
            [
                "cmd": "Emulation.setEmulatedMedia",
                "params": ["features": features] as [String: Any],
            ])
    }

    /// Gives the window a size, in CSS pixels.
    public func resize(width: Int, height: Int) async throws {
        let metrics: [String: Any] = [
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        ]
        try await post(
            "/goog/cdp/execute",
            ["cmd": "Emulation.setDeviceMetricsOverride", "params": metrics])
    }

    /// Looks into a frame of the page; `nil` looks at the page again.
    ///
    /// - Parameter selector: The CSS selector of the frame.
    /// - Throws: A ``WebDriver/Failure``.
    public func look(intoFrame selector: String?) async throws {
        guard let selector else {
            try await post("/frame", ["id": NSNull()])
            return
        }
        let frame = try await element(selector)
        try await post("/frame", ["id": [Element.key: frame.reference]])
    }

    /// Takes back what ``prefer(colorScheme:)`` and ``resize(width:height:)`` set, leaves the page, and forgets what its
    /// console said.
    func reset() async throws {
        try await navigate(to: "about:blank")
        for (name, parameters) in [
            ("Emulation.setEmulatedMedia", ["features": [[String: String]]()]),
            ("Emulation.clearDeviceMetricsOverride", [:]),
        ] {
            try await post("/goog/cdp/execute", ["cmd": name, "params": parameters])
        }
        _ = try await consoleMessages()
    }

    /// A picture of the page, as PNG.
    public func screenshot() async throws -> Data {
        Data(base64Encoded: try await get("/screenshot").string ?? "") ?? Data()
    }

    /// Closes the browser.
    public func close() async throws {
        _ = try await connection.command("DELETE", "/session/\(session)")
    }

    private func get(_ path: String) async throws -> JSONTree {
        try await connection.command("GET", "/session/\(session)\(path)")
    }

    @discardableResult
    private func post(
        _ path: String, _ body: [String: Any] = [:]
    ) async throws -> JSONTree {
        try await connection.command("POST", "/session/\(session)\(path)", body)
    }
}
