// SPDX-License-Identifier: Apache-2.0
// The suite as a library: everything that a program needs which runs it, extends it or reports on it.
//
//   session of use: a transport (in process, libcurl, your own), run_options, a suite of checks, run_checks(), a report
//
// For a URL include conformance/transport/curl_transport.hpp too, and link lancespec::conformance_http.
#pragma once

#include "conformance/engine/operation.hpp"
#include "conformance/engine/options.hpp"
#include "conformance/engine/probe.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/engine/standing.hpp"
#include "conformance/engine/suite.hpp"
#include "conformance/faults/faults.hpp"
#include "conformance/report/console.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/junit.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/setup/client.hpp"
#include "conformance/setup/own_table.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/in_process_transport.hpp"
