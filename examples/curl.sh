#!/usr/bin/env bash
# What a call looks like before it is paid: nothing here costs anything. Signing needs a wallet: see pay.ts and pay.py.
#
#   BASE_URL=https://… bash examples/curl.sh
set -euo pipefail

base_url="${BASE_URL:-http://localhost:3000}"
answer="$(mktemp)"
trap 'rm -f "$answer" "$answer.headers"' EXIT

echo '1. Bad input is told first, and is free:'
curl -sS -o "$answer" -w 'status %{http_code}\n' "$base_url/v1/util/uuid?n=1000"
cat "$answer"; echo

echo '2. A good call without payment gets its exact terms, free too:'
curl -sS -o "$answer" -D "$answer.headers" -w 'status %{http_code}\n' "$base_url/v1/util/uuid?n=2"
cat "$answer"; echo

echo '3. The same terms as a header, which is what wallets sign:'
grep -i '^payment-required:' "$answer.headers" | cut -d' ' -f2 | tr -d '\r' | base64 --decode; echo

# 4. Sign one entry of "accepts" and send base64 of the result:
#    curl "$base_url/v1/util/uuid?n=2" -H "PAYMENT-SIGNATURE: $signed"
#    If the answer is lost, or is 503 settlement_unknown, send this same header again. Never sign anew: you may pay twice.
