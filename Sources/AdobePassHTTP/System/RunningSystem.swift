public import AdobePass

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Pass.DeviceInformation {
    /// Creates device information from the running system: its name, its version and the machine.
    ///
    /// The screen and the network address are not set; set them if Adobe or an MVPD asks for them.
    /// On Apple's systems this was never run.
    ///
    /// - Parameter connectionType: The kind of network, which only the app can know.
    public init(ofRunningSystemConnectedBy connectionType: ConnectionType) {
        var system = utsname()
        _ = unsafe uname(&system)
        let machine = unsafe withUnsafeBytes(of: &system.machine) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let version = ProcessInfo.processInfo.operatingSystemVersion
        self.init(
            machine: machine, osName: Self.runningSystem,
            osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            connectionType: connectionType)
    }

    #if os(iOS)
    private static let runningSystem = SystemName.iOS
    #elseif os(tvOS)
    private static let runningSystem = SystemName.tvOS
    #elseif os(macOS)
    private static let runningSystem = SystemName.macOS
    #else
    private static let runningSystem = SystemName.linux
    #endif

    /// Creates device information from the name of the machine: a model and its version, `AppleTV14,1`
    /// for instance, or the name of an architecture.
    init(machine: String, osName: SystemName, osVersion: String, connectionType: ConnectionType) {
        let number = machine.firstIndex { ("0"..."9").contains($0) } ?? machine.endIndex
        let isModel = machine.contains(",") && number != machine.startIndex
        let system: (model: String, type: HardwareType) =
            switch osName {
            case .iOS: ("iPhone", machine.hasPrefix("iPad") ? .tablet : .mobilePhone)
            case .tvOS: ("AppleTV", .setTopBox)
            case .macOS: ("Mac", .desktop)
            default: (osName.rawValue, .unknown)
            }
        self.init(
            primaryHardwareType: system.type,
            model: isModel ? String(machine[..<number]) : system.model,
            version: isModel ? String(machine[number...]) : machine, osName: osName,
            osVersion: osVersion, connectionType: connectionType)
        osFamily = osName == .macOS ? "macOS" : osName.rawValue
        guard osName != .linux else { return }
        manufacturer = "Apple"
        vendor = "Apple"
        osVendor = "Apple"
    }
}
