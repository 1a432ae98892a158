// SPDX-License-Identifier: Apache-2.0
// How the library is being built: header-only or compiled once, and the inline namespace that keeps the
// two apart. Every public header includes this one first.
#pragma once

#include <boost/version.hpp>

#if BOOST_VERSION < 108100
#error "lancespec needs Boost 1.81 or newer (on Debian 12: libboost1.81-dev and libboost-json1.81-dev)"
#endif

#if __cplusplus < 202002L
#error "lancespec needs C++20 (-std=c++20)"
#endif

// Boost.JSON and Spirit report by exceptions, and std::get_deleter needs type information.
#if !defined(__cpp_exceptions)
#error "lancespec needs exceptions: compile without -fno-exceptions"
#endif

#if !defined(__cpp_rtti)
#error "lancespec needs run-time type information: compile without -fno-rtti"
#endif

/// @def LANCESPEC_SEPARATE_COMPILATION
/// Defined by the `lancespec::compiled` targets: bodies are compiled once, in the translation unit that
/// includes `lancespec/src.hpp`. Undefined: every body is `inline` and comes with its header.
///
/// The two ways live in different inline namespaces, so that a program that mixes them fails to link
/// instead of breaking the one-definition rule.
#if defined(LANCESPEC_SEPARATE_COMPILATION)
#define LANCESPEC_DECL
#define LANCESPEC_ABI compiled
#else
#define LANCESPEC_DECL inline
#define LANCESPEC_ABI header_only
#endif

// clang-format off
#define LANCESPEC_BEGIN_NAMESPACE namespace lancespec { inline namespace LANCESPEC_ABI {
#define LANCESPEC_END_NAMESPACE } }
// clang-format on
