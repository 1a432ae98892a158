#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include that leads to a higher layer than its own, in include/ and conformance/.

Each folder is a layer. It may include its own files and those of the layers that are named before it in its chain.
"""
import pathlib
import re
import sys

# From the bottom up. `contract` of the suite compares documents and knows nothing of servers.
CHAINS = {
    "include/lancespec": ["core", "columnar", "language", "model", "contract", "http", "executor", "arbitrary"],
    "conformance": ["contract", "transport", "engine", "setup", "faults", "checks", "suite", "report", "serve", "cli"],
}
# What a layer below another one of its chain has no business with all the same.
FORBIDDEN = {
    ("include/lancespec", "contract"): {"columnar"},
    ("include/lancespec", "http"): {"columnar", "language"},
    ("conformance", "transport"): {"contract"},
    ("conformance", "engine"): {"contract"},
    ("conformance", "setup"): {"contract"},
    ("conformance", "faults"): {"contract"},
    ("conformance", "checks"): {"contract"},
    ("conformance", "suite"): {"contract"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.M)


def main(root):
    found = []
    for base, order in CHAINS.items():
        prefix = base.removeprefix("include/") + "/"
        for file in sorted((root / base).rglob("*")):
            if file.suffix not in {".hpp", ".ipp", ".cpp"}:
                continue
            parts = file.relative_to(root / base).parts
            if len(parts) == 1:
                continue  # umbrella headers, and main()
            own = parts[0]
            if own not in order:
                found.append(f"{file.relative_to(root)}: {base}/{own} is no layer; add it to tests/repository/layers.py")
                continue
            for target in INCLUDE.findall(file.read_text(encoding="utf-8")):
                if base != "conformance" and target.startswith("conformance/"):
                    found.append(f"{file.relative_to(root)}: the library includes {target}")
                if not target.startswith(prefix) or target.count("/") < 2 and base == "conformance":
                    continue
                rest = target[len(prefix):].split("/")
                if len(rest) == 1:
                    continue
                other = rest[0]
                higher = other not in order or order.index(other) > order.index(own)
                if higher or other in FORBIDDEN.get((base, own), set()):
                    found.append(f"{file.relative_to(root)}: {own} includes {target}, but {other} is "
                                 f"{'above it' if higher else 'none of its business'}")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
