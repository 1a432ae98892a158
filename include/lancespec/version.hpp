// SPDX-License-Identifier: Apache-2.0
// The version of the library, of the contract it describes, and of the verdicts the suite applies.
// CMakeLists.txt reads the three numbers from this file: this is the only place they are written.
#pragma once

#define LANCESPEC_VERSION_MAJOR 0
#define LANCESPEC_VERSION_MINOR 1
#define LANCESPEC_VERSION_PATCH 0
#define LANCESPEC_VERSION_STRING "0.1.0"

/// The version of the Lance Namespace specification whose clauses the suite's checks cite. The document itself says
/// "1.0.0" in every release; this is the release tag. The tables go on to `latest_spec_version`.
#define LANCESPEC_SPEC_VERSION_STRING "0.11.1"

/// Changes whenever a verdict (what the suite requires where the specification contradicts itself) changes.
#define LANCESPEC_VERDICTS_VERSION_STRING "1"
