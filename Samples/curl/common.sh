# What both sign-ons share; sourced by them.
base=${BASE_URL:-http://127.0.0.1:8765}
service_provider=${SERVICE_PROVIDER:-REF30}
resource=${RESOURCE:-REF30}
statement=${SOFTWARE_STATEMENT:-sandbox}
mvpd=${MVPD:-Cablevision}
device=${DEVICE:-5f3c4d6e-apple-tv}

say() { printf '\n== %s\n' "$*"; }
base64_line() { base64 | tr -d '\n'; }

# One call of REST API v2 or DCR; prints the body. A refusal ends the script with what was said.
call() {
    local status
    # As a client must, it waits a second where it is throttled.
    while status=$(curl --silent --show-error --output "$answer" --dump-header "$headers" \
        --write-out '%{http_code}' "$@") && [ "$status" = 429 ]; do sleep 1.1; done
    case $status in
    2*) cat "$answer" ;;
    *)
        printf 'status %s: ' "$status" >&2
        cat "$answer" >&2
        grep -i '^x-sandbox-reason' "$headers" >&2 || true
        return 1
        ;;
    esac
}

answer=$(mktemp) headers=$(mktemp) encoded=$(mktemp)
trap 'rm -f "$answer" "$headers" "$encoded"' EXIT

device_info=$(printf '%s' '{"primaryHardwareType":"TV","model":"AppleTV","version":"14,1",
    "manufacturer":"Apple","vendor":"Apple","osName":"tvOS","osVendor":"Apple","osVersion":"18.0",
    "connectionType":"WiFi"}' | base64_line)

register() {
    say "register, and ask for an access token"
    local credentials
    credentials=$(call "$base/o/client/register" -H 'Content-Type: application/json;charset=utf-8' \
        -H "X-Device-Info: $device_info" -d "{\"software_statement\":\"$statement\"}")
    token=$(call "$base/o/client/token" -H "X-Device-Info: $device_info" \
        --data-urlencode "client_id=$(jq -r .client_id <<<"$credentials")" \
        --data-urlencode "client_secret=$(jq -r .client_secret <<<"$credentials")" \
        -d grant_type=client_credentials | jq -r .access_token)
    echo "a token of ${#token} characters"
}

# What Video Subscriber Account does on a device: the sandbox plays it. $1 is the request.
platform_sso() {
    call "$base/sandbox/platform-sso" -H 'Content-Type: application/json' -d "$1"
}

# The cookbook's encoding: blanks folded, every line break of Unicode dropped, both ends trimmed, and
# Base64. The caller form-encodes once.
encode_response() {
    jq -jRs '
        "[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000]+" as $space
        | gsub("[ \t]+"; " ") | gsub("[\n\u000b\u000c\r\u0085\u2028\u2029]"; "")
        | sub("^" + $space; "") | sub($space + "$"; "")' | base64_line
}
