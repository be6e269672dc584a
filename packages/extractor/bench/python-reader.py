"""Reads pages from standard input, one JSON object a line, and answers each with its Markdown and CPU time, one a line."""
import json
import sys
import time

import trafilatura

cpu_limit = float(sys.argv[1])

for line in sys.stdin:
    page = json.loads(line)
    start = time.process_time()
    try:
        markdown = trafilatura.extract(page["html"], url=page["url"], output_format="markdown") or ""
        answer = {"status": "read", "markdown": markdown, "cpuMs": (time.process_time() - start) * 1000}
    except Exception:
        answer = {"status": "threw"}
    if (time.process_time() - start) * 1000 > cpu_limit:
        answer = {"status": "late"}
    print(json.dumps(answer), flush=True)
