// SPDX-License-Identifier: Apache-2.0
// Errors are values: result<T, E> is Boost.System's, and the two error types of the library are a list of
// violations (what is wrong with a document) and a namespace_error (what an operation answered).
#pragma once

#include <lancespec/config.hpp>
#include <lancespec/core/error_code.hpp>

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <stdexcept>
#include <string>

LANCESPEC_BEGIN_NAMESPACE

/// A value of @p T or an error of @p E. `value()` on an error throws error_exception.
template <class T, class E>
using result = boost::system::result<T, E>;

/// The failure of an operation: what the body of an error response says (schema `ErrorResponse`).
struct namespace_error {
    error_code code = error_code::internal;
    std::string message;   ///< one sentence for a person; sent as `error`
    std::string detail;    ///< more about the cause, may be empty
    std::string instance;  ///< this occurrence: the request's path, or a request id

    friend bool operator==(namespace_error const&, namespace_error const&) = default;
};

/// What result<T, E>::value() throws: what() is the error's own text.
class error_exception : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Called by Boost.System when value() is asked of a result that holds a namespace_error.
[[noreturn]] inline void throw_exception_from_error(namespace_error const& error, boost::source_location const&) {
    throw error_exception(std::string(name(error.code)) + ": " + error.message);
}

LANCESPEC_END_NAMESPACE
