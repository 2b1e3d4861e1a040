import AdobePass
import Foundation
import TVAppCore

// The flow is a value: the way through Apple's sign-on, walked without device, server or clock.
let now = Pass.Timestamp(milliseconds: 1_768_478_400_000)
let later = now.advanced(by: .seconds(3600))
let mvpd = Pass.MVPDIdentifier(rawValue: "Cablevision")
let provider = Pass.PlatformMappingIdentifier(rawValue: "Cablevision_apple")

func answer(_ metadata: PlatformSSO.AccountMetadata) -> SignOnFlow.Event {
    .account(PlatformSSO.Answer(access: PlatformSSO.Access(.granted), metadata: metadata))
}

let configuration = try Pass.Configuration(
    document: Array(
        """
        {"requestor": {"mvpds": [
          {"id": "Cablevision", "platformMappingId": "Cablevision_apple",
           "boardingStatus": "SUPPORTED", "enablePlatformServices": true,
           "displayInPlatformPicker": true}
        ]}}
        """.utf8))
let session = try JSONDecoder().decode(
    RESTv2.Session.self,
    from: Data(
        """
        {"actionName": "partner_profile", "actionType": "direct", "reasonType": "none",
         "mvpd": "Cablevision", "authenticationRequest":
         {"type": "saml", "request": "PHNhbWxwOkF0dHJpYnV0ZVF1ZXJ5Lz4=", "attributesNames": ["uid"]}}
        """.utf8))
let events: [SignOnFlow.Event] = [
    .signOnRequested, .registered,
    answer(PlatformSSO.AccountMetadata()),  // Nobody is signed in yet.
    .profiles([]),
    .configuration(configuration.mvpds),
    answer(
        PlatformSSO.AccountMetadata(
            accountProviderIdentifier: provider, authenticationExpirationDate: later)),
    .session(session),
    answer(
        PlatformSSO.AccountMetadata(
            accountProviderIdentifier: provider, authenticationExpirationDate: later,
            samlAttributeQueryResponse: "<samlp:Response/>")),
    .profiles([SignOnFlow.Profile(mvpd: mvpd, type: .appleSSO, notAfter: later)]),
    .decision(permitted: true),
]
var flow = SignOnFlow(api: .v2, options: .playing("REF30"))
for event in events {
    let transition = try flow.handle(event, at: now)
    print("\(event) → \(transition.effect)")
}
guard flow.step == .mediaToken else {
    print("the flow ended at \(flow.step.rawValue)")
    exit(1)
}
