"""Buys one answer with the stock x402 client.

    pip install "x402[httpx,evm]"
    BASE_URL=https://… EVM_PRIVATE_KEY=0x… python examples/pay.py

The tests run it wherever these packages are installed; elsewhere it is untested.
"""

import asyncio
import os
import sys

from eth_account import Account
from x402 import x402Client
from x402.client_base import max_amount
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client


async def main() -> int:
    base_url = os.environ.get("BASE_URL", "http://localhost:3000")
    client = x402Client()
    client.register_policy(max_amount(10_000))  # atomic units of USDC a call: $0.01
    register_exact_evm_client(client, EthAccountSigner(Account.from_key(os.environ["EVM_PRIVATE_KEY"])))
    async with x402HttpxClient(client) as http:
        response = await http.get(f"{base_url}/v1/util/uuid?n=2")
        await response.aread()
    print(response.status_code, response.text)
    return 0 if response.status_code == 200 else 1


sys.exit(asyncio.run(main()))
