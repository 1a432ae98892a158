// SPDX-License-Identifier: Apache-2.0
// Umbrella of lancespec::arbitrary: RapidCheck generators for everything the contract describes.
#pragma once

#include <lancespec/arbitrary/arbitrary.hpp>
#include <lancespec/arbitrary/described.hpp>
#include <lancespec/arbitrary/filter.hpp>
#include <lancespec/arbitrary/invalid.hpp>
#include <lancespec/arbitrary/text.hpp>
#include <lancespec/lancespec.hpp>
