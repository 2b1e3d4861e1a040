#!/usr/bin/env bash
# Two devices linked by a code through the Adobe SSO Service, call by call, against `samlkit sandbox`.
# The second one shows no provider's page. Needs curl and jq.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh

# An opaque identifier of the user's account with the app: whoever sees a token can read it.
account=${ACCOUNT:-$(head -c 16 /dev/urandom | od -An -tx1 | tr -d " \n")}
sso="$base/api/$service_provider" v2="$base/api/v2/$service_provider"
cookies=$(mktemp) page=$(mktemp)
trap 'rm -f "$answer" "$headers" "$encoded" "$cookies" "$page"' EXIT

# Makes $1 the device that the next calls come from: with its own credentials and header fields.
become() {
    register
    identified=(-H "Authorization: Bearer $token"
        -H "AP-Device-Identifier: fingerprint $(printf %s "$1" | base64_line)")
}

# The service token of an answer; Adobe's page names it in two ways.
service_token() { jq -r '.serviceToken // .jws'; }
profiles() { call "${member[@]}" "$v2/profiles" | jq -c '.profiles | map_values({type, issuer})'; }
authorize() {
    call "${member[@]}" "$v2/decisions/authorize/$mvpd" -H 'Content-Type: application/json' \
        -d "{\"resources\":[\"$resource\"]}" |
        jq '.decisions[] | {resource, authorized, mediaToken: (.token.serializedToken | length)}'
}

say "device 1"
become "$device"
first=("${identified[@]}")

say "a service token for the account"
one=$(call "${first[@]}" -H "X-Device-Info: $device_info" -H "X-SSO-ID: $account" \
    -X POST "$sso/serviceToken" | service_token)
member=("${first[@]}" -H "X-Device-Info: $device_info" -H "AD-Service-Token: $one")
echo "a token of ${#one} characters"

say "nobody has signed in yet"
profiles

say "a session, and the provider's page in a browser"
code=$(call "${member[@]}" "$v2/sessions" --data-urlencode "mvpd=$mvpd" \
    --data-urlencode domainName=adobe.com --data-urlencode redirectUrl=https://adobe.com/done |
    jq -r .code)
call --cookie-jar "$cookies" "$base/activate?code=$code&mvpd=$mvpd" >"$page"
hidden=$(sed -n 's/.*name="token" value="\([^"]*\)".*/\1/p' "$page" | head -1)
subscriber=$(sed -n 's/.*name="subscriber" value="\([^"]*\)".*/\1/p' "$page" | head -1)
curl --silent --show-error --fail --cookie "$cookies" "$base/activate" \
    --data-urlencode "token=$hidden" --data-urlencode "code=$code" \
    --data-urlencode "mvpd=$mvpd" --data-urlencode "subscriber=$subscriber" --output "$page"
echo "$subscriber is signed in with $mvpd"
profiles
authorize

say "a link code, which device 1 shows"
link=$(call "${first[@]}" -H "AD-Service-Token: $one" -X POST "$sso/link" | jq -r '.code // .link')
echo "$link"

say "device 2"
become "$device-2"
second=("${identified[@]}")

say "the user types the code: a service token of the same account"
two=$(call "${second[@]}" -H "X-Device-Info: $device_info" -H "X-SSO-LINK: $link" \
    -X POST "$sso/serviceToken" | service_token)
member=("${second[@]}" -H "X-Device-Info: $device_info" -H "AD-Service-Token: $two")

say "its profile is there, without a session and without a page"
profiles
authorize

# Adobe Pass lets a device make one call a second, and ten more.
sleep 3

say "the linked devices"
devices=$(call "${first[@]}" -H "AD-Service-Token: $one" "$sso/list")
jq '.devices | map_values({type, deviceType, os})' <<<"$devices"

say "device 1 removes device 2"
call "${first[@]}" -H "AD-Service-Token: $one" -H 'Content-Type: application/json' "$sso/unlink" \
    -d "$(jq -c '{devices: [.devices | to_entries[] | select(.value.type == "sso") | .key]}' \
        <<<"$devices")" | jq '{status, unlinkedDevices: (.unlinkedDevices | length)}'
member=("${second[@]}" -H "X-Device-Info: $device_info")
profiles
