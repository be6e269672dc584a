"""Asks what a call costs, with nothing but Python: the price is in the terms of a 402, and asking is free.

    BASE_URL=https://… python3 examples/terms.py
"""

import base64
import json
import os
import sys
import urllib.error
import urllib.request

url = f"{os.environ.get('BASE_URL', 'http://localhost:3000')}/v1/util/uuid?n=2"
try:
    with urllib.request.urlopen(url, timeout=30) as response:
        sys.exit(f"{url} answered {response.status} without asking for a payment")
except urllib.error.HTTPError as error:
    if error.code != 402:
        sys.exit(f"{url} answered {error.code}: {error.read(500).decode()}")
    terms = json.loads(base64.b64decode(error.headers["PAYMENT-REQUIRED"]))

for offer in terms["accepts"]:
    print(f"{int(offer['amount']) / 1_000_000:.6f} USDC on {offer['network']} to {offer['payTo']}")
