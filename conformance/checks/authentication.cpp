// SPDX-License-Identifier: Apache-2.0
// Credentials: headers carry them, and headers win.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

constexpr char const* off_hint =
    "if the server has authentication off on purpose, run without --token, --api-key or such a --header";
constexpr std::string_view wrong = "lancespec-no-such-credential";

bool has_header(faults::asked const& a) {
    return a.request.fields.find("authorization") || a.request.fields.find("x-api-key");
}

/// Expects 401; a code, when the body has one, is 16. A proxy's bare 401 passes.
void expect_unauthenticated(probe& p, answer const& a, std::string_view what) {
    if (p.must(a.status() == 401, fmt::format("a request {} is answered 401", what), a, off_hint))
        p.must(!a.code() || a.code() == 16, "a 401 has code 16 (Unauthenticated)", a);
}

/// Blocks the check when nobody is asked for credentials at all: another check tells that.
void require_asking(probe& p) {
    auto const& a = p.once("anonymous", p.request().on(p.unknown_sibling()).anonymous());
    if (a.status() != 401 && a.status() != 403)
        p.block(fmt::format("the server answers requests without credentials; see {}.unauthenticated",
                            check_prefix(p.op())));
}

fault admits(operation const& op, std::string summary, faults::trigger when) {
    auto f =
        faults::on_request(op, std::move(summary), std::move(when), [](faults::asked const& a, handler const& next) {
            auto const response = next(a.request);
            return response.status == 401 ? faults::accept_blindly(a.op) : response;
        });
    f.needs_authentication = true;
    return f;
}

definition unauthenticated(operation const& op) {
    return {
        {
            .id = id_of(op, "unauthenticated"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "response 401; security"),
            .summary = "A request without credentials is answered 401 with code 16.",
            .rationale = "401 is described as the answer to a request without valid credentials, 16 as its code. Bare "
                         "401s of a proxy pass. Looked at only where authentication is on.",
            .needs = need::credentials,
            .run = [](probe& p) { expect_unauthenticated(p, p.send(p.request().anonymous()), "without credentials"); },
        },
        {admits(op, "admits requests without credentials",
                [](faults::asked const& a) { return !has_header(a) && !a.has("identity"); })},
    };
}

definition bad_token(operation const& op) {
    return {
        {
            .id = id_of(op, "bad_token"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = of_operation(op, "response 401; security"),
            .summary = "A request with a wrong bearer token, or a wrong API key, is answered 401 with code 16.",
            .rationale = "As for no credentials at all.",
            .needs = need::credentials,
            .run =
                [](probe& p) {
                    require_asking(p);
                    p.variant("Authorization");
                    expect_unauthenticated(
                        p, p.send(p.request().anonymous().header("authorization", fmt::format("Bearer {}", wrong))),
                        "with a wrong bearer token");
                    p.variant("x-api-key");
                    expect_unauthenticated(p, p.send(p.request().anonymous().header("x-api-key", std::string(wrong))),
                                           "with a wrong API key");
                },
        },
        {admits(op, "admits any bearer token and any key",
                [](faults::asked const& a) { return has_header(a) && !a.has("identity"); })},
    };
}

definition header_wins(operation const& op) {
    return {
        {
            .id = id_of(op, "header_wins"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = "REST catalog page, identity in headers and body",
            .summary = "Credentials in headers win over `identity` in the body, whichever of the two is right.",
            .rationale = "A plain must of the REST document: proxies look at headers alone, so a body must not grant "
                         "what they refused.",
            .needs = need::credentials,
            .run =
                [](probe& p) {
                    p.require_accepted();
                    require_asking(p);
                    auto const& options = p.options();
                    if (!options.token && !options.api_key)
                        p.block("needs valid credentials: pass --token or --api-key");
                    p.variant("right header, wrong body");
                    if (auto const* a = p.shown(traits::wrong_identity))
                        p.accepts(level::must, "the right credentials in a header win over wrong ones in the body", *a,
                                  "read `identity` only where the request has no such header");
                    if (options.token) {
                        p.variant("wrong token, right body");
                        expect_unauthenticated(p,
                                               p.send(p.request()
                                                          .anonymous()
                                                          .header("authorization", fmt::format("Bearer {}", wrong))
                                                          .with({{"identity", {{"auth_token", *options.token}}}})),
                                               "with a wrong token in the header and the right one in the body");
                    }
                    if (options.api_key) {
                        p.variant("wrong key, right body");
                        expect_unauthenticated(p,
                                               p.send(p.request()
                                                          .anonymous()
                                                          .header("x-api-key", std::string(wrong))
                                                          .with({{"identity", {{"api_key", *options.api_key}}}})),
                                               "with a wrong key in the header and the right one in the body");
                    }
                },
        },
        {admits(op, "admits whatever `identity` the body brings when the header is wrong",
                [](faults::asked const& a) { return has_header(a) && a.has("identity"); })},
    };
}

definition identity_in_body(operation const& op) {
    auto broken = faults::on_request(
        op, "crashes when credentials come in the body alone",
        [](faults::asked const& a) { return !has_header(a) && a.has("identity"); }, faults::crashing());
    broken.needs_authentication = true;
    return {
        {
            .id = id_of(op, "identity_in_body"),
            .operation = std::string(op.id),
            .strength = level::info,
            .clause = of_request(op, "identity"),
            .summary = "Credentials in the body alone: do they count?",
            .rationale = "INFO: on REST they travel as headers. Lance's RestAdapter drops those of the body.",
            .needs = need::credentials,
            .run =
                [](probe& p) {
                    auto const& options = p.options();
                    boost::json::object identity;
                    if (options.token) identity["auth_token"] = *options.token;
                    if (options.api_key) identity["api_key"] = *options.api_key;
                    if (identity.empty()) p.block("needs valid credentials: pass --token or --api-key");
                    require_asking(p);
                    // Of an object that does not exist, so that no job is started.
                    auto const a =
                        p.send(p.request().on(p.unknown_sibling()).anonymous().with({{"identity", identity}}));
                    bool const turned_away = a.status() == 401 || a.status() == 403;
                    bool const let_in = a.accepted() || (a.refused() && a.code());
                    p.observe(turned_away ? "credentials in the body alone do not count"
                              : let_in    ? "credentials in the body alone count"
                                          : "whether credentials in the body alone count cannot be told",
                              a);
                },
        },
        {std::move(broken)},
    };
}

}  // namespace

definitions authentication(operation const& op) {
    return {unauthenticated(op), bad_token(op), header_wins(op), identity_in_body(op)};
}

}  // namespace lancespec::conformance::checks
