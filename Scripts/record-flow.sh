#!/usr/bin/env bash
# Records a whole sign-on against the sandbox as HAR files, through mitmproxy as a reverse proxy.
#
#   Scripts/record-flow.sh [FOLDER]      default: Samples/har
#
# All that is recorded is made up by the sandbox: its credentials open nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-Samples/har}
samlkit=${SAMLKIT:-.build/release/samlkit}
tools=.build/check/mitmproxy
sandbox_port=${SANDBOX_PORT:-18765}
proxy_port=${PROXY_PORT:-18766}

[ -x "$tools/bin/mitmdump" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet 'mitmproxy>=11'
mkdir -p "$folder"

running=()
stop() { for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done; wait; }
trap stop EXIT

answers() { for _ in $(seq 100); do curl --silent --output /dev/null "$1" && return; sleep 0.1; done
    echo "record-flow: nothing listens at $1" >&2
    return 1; }

"$samlkit" sandbox --port "$sandbox_port" --quiet &
running+=($!)
answers "http://127.0.0.1:$sandbox_port/"

for api in v2 v1; do
    "$tools/bin/mitmdump" --quiet --listen-host 127.0.0.1 --listen-port "$proxy_port" \
        --mode "reverse:http://127.0.0.1:$sandbox_port" \
        --set hardump="$folder/sign-on-$api.har" --set keep_host_header=true &
    proxy=$!
    running+=("$proxy")
    answers "http://127.0.0.1:$proxy_port/"
    "$samlkit" sso --api "$api" --base-url "http://127.0.0.1:$proxy_port"
    kill -INT "$proxy"
    wait "$proxy" || true
done
python3 - "$folder"/sign-on-v?.har <<'PY'
import json, sys
from urllib.parse import urlsplit

for name in sys.argv[1:]:
    recorded = json.load(open(name))
    # What this script asked to see whether the proxy listens is no part of the sign-on.
    entries = [e for e in recorded["log"]["entries"] if urlsplit(e["request"]["url"]).path != "/"]
    recorded["log"]["entries"] = entries
    with open(name, "w") as file:
        json.dump(recorded, file, indent=1)
        file.write("\n")
    print(name, len(entries), "requests")
PY
