// SPDX-License-Identifier: Apache-2.0
// Catch2 and RapidCheck, included in one place so that a change of Catch2's major version is a change here.
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <boost/system/result.hpp>
#include <catch2/catch.hpp>

#include <string>

namespace Catch {

/// Boost's own printing of a result needs an operator<< of its error type.
template <class T, class E>
struct StringMaker<boost::system::result<T, E>> {
    static std::string convert(boost::system::result<T, E> const& r) {
        return r.has_value() ? "a result with a value" : "a result with an error";
    }
};

}  // namespace Catch
