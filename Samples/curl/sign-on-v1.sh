#!/usr/bin/env bash
# Apple's sign-on over REST API v1, call by call, against `samlkit sandbox`. Needs curl and jq.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh

register
# Version 1 wants the Base64 text percent-encoded as well.
v1=(-H "Authorization: Bearer $token" -H 'Accept: application/json'
    -H "X-Device-Info: $(printf %s "$device_info" | jq -sRr @uri)")
of_device="requestor=$service_provider&deviceId=$device"

say "is this device signed in already?"
curl --silent --output /dev/null --write-out 'status %{http_code}\n' "${v1[@]}" \
    "$base/api/v1/checkauthn?$of_device"

say "configuration: the provider's name at Apple, and the attributes to ask for"
configured=$(call "${v1[@]}" "$base/api/v1/config/$service_provider" |
    jq -c --arg id "$mvpd" '.requestor.mvpds[] | select(.id == $id)')
mapping=$(jq -r .platformMappingId <<<"$configured")
jq '{id, platformMappingId, requiredMetadataFields}' <<<"$configured"

say "the profile request, which the provider verifies"
request=$(call "${v1[@]}" "$base/api/v1/$service_provider/profile-requests/$mvpd?deviceType=tvOS")
echo "${#request} characters"

say "the provider's answer, signed"
response=$(platform_sso "$(jq -n --arg device "$device" --arg provider "$mapping" \
    --arg request "$request" --argjson names "$(jq -c .requiredMetadataFields <<<"$configured")" '{
    deviceIdentifier: $device, platform: "tvOS", channelIdentifier: "https://saml.sp.auth.adobe.com",
    supportedAccountProviderIdentifiers: [$provider], featuredAccountProviderIdentifiers: [],
    verificationToken: $request, includeAccountProviderIdentifier: true,
    includeAuthenticationExpirationDate: true, isInterruptionAllowed: true,
    attributeNames: $names}')" | jq -r .metadata.samlAttributeQueryResponse)
echo "${#response} characters: ${response:0:72}…"

say "exchange it for an authentication token"
printf %s "$response" | encode_response >"$encoded"
call "${v1[@]}" "$base/api/v1/tokens/authn" -d "$of_device" -d "mvpd=$mvpd" \
    -d deviceType=tvOS --data-urlencode "SAMLResponse@$encoded"
head -1 "$headers"

say "authorize, then a media token"
call "${v1[@]}" "$base/api/v1/authorize?$of_device&resource=$resource" |
    jq '{mvpd, resource, expires}'
call "${v1[@]}" "$base/api/v1/tokens/media?$of_device&resource=$resource" |
    jq '{mvpdId, resource, mediaToken: (.serializedToken | length)}'
