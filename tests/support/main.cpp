// SPDX-License-Identifier: Apache-2.0
// Catch2's main, compiled once: it is the slowest file of the tests.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
