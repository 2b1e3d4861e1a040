#!/usr/bin/env bash
# Asks samlkit serve why a message fails: verify.sh MESSAGE METADATA [AUDIENCE] [TIME]. Needs curl and jq.
set -euo pipefail
base=${BASE_URL:-http://127.0.0.1:8766}
message=$1 metadata=$2 audience=${3:-https://saml.sp.auth.adobe.com} now=${4:-clock}
jq --null-input --rawfile metadata "$metadata" --arg message "$(base64 <"$message" | tr -d '\n')" \
    --arg audience "$audience" --arg now "$now" \
    '{message: $message, trust: [{name: "metadata.xml", content: $metadata}], audience: $audience, now: $now}' |
    curl --silent --show-error --fail-with-body --header 'Content-Type: application/json' --data-binary @- \
        "$base/api/v1/verify" |
    jq --raw-output '.record | .outcome, (.reasons[] | .code)'
