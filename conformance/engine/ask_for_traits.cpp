// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/ask_for_traits.hpp"

#include "conformance/engine/traits.hpp"

#include <fmt/format.h>

#include <memory>
#include <span>

namespace lancespec::conformance {
namespace {

using suspects = std::span<trait const>;

class asking {
public:
    asking(session& run, operation const& op) : run_(run), op_(op), id_(fmt::format("{}.together", check_prefix(op))) {}

    trait_answers answers;

    void round(trait_round const& all) {
        names_ = all.names;
        suspects const traits(all.traits);
        if (traits.empty()) return;
        auto const together = ask(traits);
        if (!together || is_absent(*together)) return note(traits, nullptr);
        if (!was_refused(*together) || traits.size() == 1) return note(traits, together);
        if (!only_one(traits, together)) halve(traits);
    }

private:
    static bool was_refused(answer const& a) {
        return a.record.result.status == exchange_status::answered && !a.accepted() && !a.busy();
    }

    /// The object of the round, of which nothing is known yet, is not there: that says nothing of the traits.
    bool is_absent(answer const& a) const {
        return names_ != run_.names_of(op_) && a.refused() && (a.code() == 1 || a.code() == 4);
    }

    std::shared_ptr<answer const> ask(suspects traits, trait const* but = nullptr) {
        if (!run_.may_start_job(names_) || !run_.given_up().empty()) return nullptr;
        auto draft = run_.plain_request(op_, names_);
        for (auto const& t : traits)
            if (&t != but) draft = t.add(std::move(draft));
        return std::make_shared<answer const>(run_.start_job(draft, id_, ++number_));
    }

    void note(suspects traits, std::shared_ptr<answer const> const& a) {
        for (auto const& t : traits) answers[t.name] = {a, traits.size() == 1};
    }

    /// Looks for a single culprit by leaving each out in turn. With several, all of these requests are refused, and
    /// so have cost nothing.
    bool only_one(suspects traits, std::shared_ptr<answer const> const& together) {
        for (auto const& suspect : traits) {
            auto const rest = ask(traits, &suspect);
            if (!rest || rest->record.result.status != exchange_status::answered) return false;
            if (!rest->accepted()) continue;
            note(traits, rest);
            auto const alone = ask(suspects(&suspect, 1));
            answers[suspect.name] = {alone && was_refused(*alone) ? alone : together, true};
            return true;
        }
        return false;
    }

    /// Asks for each half; a half that is refused is halved again.
    void halve(suspects traits) {
        auto const middle = traits.size() / 2;
        for (auto const half : {traits.subspan(middle), traits.first(middle)}) {
            auto const a = ask(half);
            if (!a || !was_refused(*a) || half.size() == 1)
                note(half, a);
            else
                halve(half);
        }
    }

    session& run_;
    operation const& op_;
    std::string id_;
    std::size_t number_ = 0;
    std::vector<std::string> names_;
};

}  // namespace

trait_answers ask_for_traits(session& run, operation const& op) {
    asking all(run, op);
    for (auto const& round : traits_of(run, op)) all.round(round);
    return std::move(all.answers);
}

}  // namespace lancespec::conformance
