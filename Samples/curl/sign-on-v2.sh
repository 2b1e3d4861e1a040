#!/usr/bin/env bash
# Apple's sign-on over REST API v2, call by call, against `samlkit sandbox`. Needs curl and jq.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh

register
v2=(-H "Authorization: Bearer $token" -H "X-Device-Info: $device_info"
    -H "AP-Device-Identifier: fingerprint $(printf %s "$device" | base64_line)")

say "is this device signed in already? Nobody is signed in with the framework yet"
nobody=$(printf '%s' '{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}' |
    base64_line)
call "${v2[@]}" -H "AP-Partner-Framework-Status: $nobody" "$base/api/v2/$service_provider/profiles" |
    jq -c .

say "configuration: which MVPDs take part in Apple's sign-on"
mapping=$(call "${v2[@]}" "$base/api/v2/$service_provider/configuration" |
    jq -r --arg id "$mvpd" '.requestor.mvpds[] | select(.id == $id) | .platformMappingId')
echo "$mvpd is $mapping to Apple"

say "the picker: the user chooses the TV provider"
picked=$(platform_sso "$(jq -n --arg device "$device" --arg provider "$mapping" '{
    deviceIdentifier: $device, platform: "tvOS", channelIdentifier: "https://saml.sp.auth.adobe.com",
    supportedAccountProviderIdentifiers: [$provider], featuredAccountProviderIdentifiers: [],
    includeAccountProviderIdentifier: true, includeAuthenticationExpirationDate: true,
    isInterruptionAllowed: true, attributeNames: []}')")
framework=$(jq -c '{
    frameworkPermissionInfo: {accessStatus},
    frameworkProviderInfo: {id: .metadata.accountProviderIdentifier,
        expirationDate: (.metadata.authenticationExpirationDate | tostring)}}' <<<"$picked" | base64_line)
sso=("${v2[@]}" -H "AP-Partner-Framework-Status: $framework")

say "the partner session: what to ask the provider"
session=$(call "${sso[@]}" "$base/api/v2/$service_provider/sessions/sso/Apple" \
    --data-urlencode domainName=adobe.com --data-urlencode redirectUrl=https://adobe.com/done)
jq '{actionName, actionType, reasonType, mvpd}' <<<"$session"

say "the provider's answer, signed"
response=$(platform_sso "$(jq --arg device "$device" '{
    deviceIdentifier: $device, platform: "tvOS", channelIdentifier: "https://saml.sp.auth.adobe.com",
    supportedAccountProviderIdentifiers: [], featuredAccountProviderIdentifiers: [],
    verificationToken: .authenticationRequest.request,
    includeAccountProviderIdentifier: true, includeAuthenticationExpirationDate: true,
    isInterruptionAllowed: true, attributeNames: .authenticationRequest.attributesNames}' <<<"$session")" |
    jq -r .metadata.samlAttributeQueryResponse)
echo "${#response} characters: ${response:0:72}…"

say "exchange it for a profile"
printf %s "$response" | encode_response >"$encoded"
call "${sso[@]}" "$base/api/v2/$service_provider/profiles/sso/Apple" \
    --data-urlencode "SAMLResponse@$encoded" |
    jq '.profiles | map_values({type, issuer, attributes: (.attributes | keys)})'

say "a decision with a media token"
call "${sso[@]}" "$base/api/v2/$service_provider/decisions/authorize/$mvpd" \
    -H 'Content-Type: application/json' -d "{\"resources\":[\"$resource\"]}" |
    jq '.decisions[] | {resource, authorized, source, mediaToken: (.token.serializedToken | length)}'
