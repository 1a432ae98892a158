# SPDX-License-Identifier: Apache-2.0
"""A public validator takes the OpenAPI document of every version, and its schemas judge documents as the decoder does.

Documents come from contract_samples: valid ones must be accepted, and those with one broken rule refused when the rule
is one that a schema can say.
"""

import collections
import json
import subprocess
import sys

import jsonschema
import openapi_spec_validator
import referencing
import referencing.jsonschema

program, samples = sys.argv[1:3]

# What the published documents say in prose alone, or a schema of theirs does not forbid.
PROSE = {"field_path", "where_clause", "choice", "unknown_member", "date_time"}


def document(version):
    text = subprocess.run([program, "openapi", "--spec", version], check=True, capture_output=True, text=True).stdout
    return json.loads(text)


for version in ("0.9.0", "0.11.1", "0.12.0", "0.13.0"):
    openapi_spec_validator.validate(document(version))

contract = document("0.13.0")
resource = referencing.Resource.from_contents(contract, default_specification=referencing.jsonschema.DRAFT202012)
registry = referencing.Registry().with_resource("urn:contract", resource)
formal_words = {"query", "udtf", "chunker"}


def validator(name):
    return jsonschema.Draft202012Validator({"$ref": f"urn:contract#/components/schemas/{name}"}, registry=registry)


def is_prose(sample):
    if sample["broken"] in PROSE:
        return True
    if sample["broken"] == "vocabulary":  # words in any case are text to a schema
        return not (sample["schema"] == "CreateMaterializedViewRequest" and sample["pointer"].endswith("/kind"))
    # An integer outside 32 bits: a format is no bound.
    value = sample["document"]
    for token in sample["pointer"].split("/")[1:] if sample["broken"] == "type" else []:
        token = token.replace("~1", "/").replace("~0", "~")
        value = value[int(token)] if isinstance(value, list) else value[token]
    return sample["broken"] == "type" and type(value) is int and value == 2**31


validators = {}
seen = collections.Counter()
wrong = []
for line in subprocess.run([samples, "30"], check=True, capture_output=True, text=True).stdout.split("\n"):
    if not line:
        continue
    sample = json.loads(line)
    name = sample["schema"]
    judge = validators.setdefault(name, validator(name))
    accepted = judge.is_valid(sample["document"])
    expected = sample["broken"] is None
    if not expected and is_prose(sample):
        continue
    seen[sample["broken"]] += 1
    if accepted != expected:
        wrong.append(line[:500])

for line in wrong[:10]:
    print("judged otherwise by the schema:", line)
if wrong or seen[None] < 2000 or sum(seen.values()) - seen[None] < 500:
    sys.exit(f"{len(wrong)} judged otherwise; {dict(seen)}")
print(f"{seen[None]} valid documents accepted, {sum(seen.values()) - seen[None]} broken ones refused: {dict(seen)}")
