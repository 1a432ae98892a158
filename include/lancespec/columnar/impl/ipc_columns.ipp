// SPDX-License-Identifier: Apache-2.0
// Arrow IPC: the columns of one batch, from its nodes and buffers.
#pragma once

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/ipc_compression.ipp>
#include <lancespec/columnar/impl/ipc_schema.ipp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/scalar.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail::ipc {

/// What may still be made of the input. Shared by all batches of a stream.
struct budget {
    std::size_t memory = 0;
    std::size_t rows = 0;
    std::string memory_limit;  ///< what set the memory, for messages

    budget(limits const& bounds, std::size_t bytes_read) : rows(bounds.ipc_rows) {
        // The one that is smaller, computed without overflow.
        auto const beyond = bounds.ipc_memory - std::min(bounds.ipc_memory, bounds.ipc_free_memory);
        bool const by_ratio = bounds.ipc_ratio == 0 ? beyond != 0 : bytes_read < beyond / bounds.ipc_ratio;
        memory = by_ratio ? bounds.ipc_free_memory + bytes_read * bounds.ipc_ratio : bounds.ipc_memory;
        memory_limit = "more memory than the limit of " + std::to_string(memory) + " bytes (limits::" +
                       (by_ratio ? "ipc_ratio, for " + std::to_string(bytes_read) + " bytes read" : "ipc_memory") + ")";
    }

    bool take(std::size_t bytes) noexcept {
        if (bytes > memory) return false;
        memory -= bytes;
        return true;
    }
};

/// What an array costs beside its values: many empty ones must not be free.
inline constexpr std::size_t array_cost = 256;

/// Beyond any limit on memory, and small enough that bytes are counted without overflow.
inline constexpr std::int64_t most_values = std::int64_t{1} << 40;

/// The values of each dictionary, as they are now: batches to come may replace them.
using dictionaries = std::map<std::int64_t, array_ptr>;

/// The first row whose decimal has more digits than its type; nulls are set to zero. The values are @p rows long.
LANCESPEC_DECL std::optional<std::int64_t> fit_decimals(std::span<std::byte> values,
                                                        std::span<std::byte const> validity, std::int64_t rows,
                                                        std::int32_t precision) {
    int128 bound = 1;
    for (std::int32_t i = 0; i < precision; ++i) bound *= 10;
    for (std::int64_t row = 0; row < rows; ++row) {
        int128 value = 0;
        auto* at = values.data() + static_cast<std::size_t>(row) * sizeof value;
        std::memcpy(&value, at, sizeof value);
        if (value < bound && value > -bound) continue;
        if (validity.empty() || get_bit(validity, row)) return row;
        std::memset(at, 0, sizeof value);
    }
    return std::nullopt;
}

/// Reads columns in the order of their nodes. The first problem ends it; its place is that of the column.
class column_reader {
public:
    column_reader(batch_table const& batch, std::span<std::byte const> body, codec compression, budget& left,
                  dictionaries const& known)
        : nodes_(batch.nodes()),
          buffers_(batch.buffers()),
          body_(body),
          codec_(compression),
          decompressor_(compression),
          left_(left),
          dictionaries_(known) {}

    /// The next column, of @p rows rows; null when there is a problem.
    array_ptr read(field const& of, encoding const& how, std::int64_t rows, std::string const& place) {
        if (how.dictionary) return read_encoded(of.type, how, rows, place);
        return read_plain(of.type, how.children, rows, place);
    }

    /// Whether every node and buffer belonged to a column.
    bool ends() {
        if (node_ != nodes_.size || buffer_ != buffers_.size) {
            fail(ipc_errc::malformed, "",
                 "it has " + std::to_string(nodes_.size) + " nodes and " + std::to_string(buffers_.size) +
                     " buffers, and its schema " + std::to_string(node_) + " and " + std::to_string(buffer_));
        }
        return !found;
    }

    /// The same for a column that is not at the top: of a dictionary's values.
    array_ptr read_plain(data_type const& type, std::vector<encoding> const& how, std::int64_t rows,
                         std::string const& place) {
        auto const length = next_node(rows, place);
        if (!length) return nullptr;
        std::vector<std::byte> validity;
        std::vector<std::byte> offsets;
        std::vector<std::byte> values;
        std::vector<array_ptr> children;
        if (type.id == type_id::null) {
            if (!charge(static_cast<std::size_t>(*length), place)) return nullptr;
            return trusted(std::make_shared<array const>(type, *length, *length, validity, offsets, values, children));
        }
        if (!read_validity(*length, place, validity)) return nullptr;
        auto const nulls = validity.empty() ? 0 : count_zeros(validity, *length);
        if (nulls == 0) validity.clear();
        bool good = true;
        switch (type.id) {
            case type_id::boolean: good = copy_bits(*length, place + ", values", values); break;
            case type_id::utf8:
            case type_id::large_utf8:
            case type_id::binary:
            case type_id::large_binary: good = read_text(type.id, *length, place, validity, offsets, values); break;
            case type_id::struct_:
                if (!charge(static_cast<std::size_t>(*length), place)) return nullptr;
                for (std::size_t i = 0; good && i < type.children.size(); ++i) {
                    children.push_back(read(type.children[i], how[i], *length, place + "." + type.children[i].name));
                    good = children.back() != nullptr;
                }
                break;
            case type_id::list:
            case type_id::large_list:
            case type_id::fixed_size_list: good = read_list(type, how, *length, place, offsets, children); break;
            default:
                good = copy(*length * static_cast<std::int64_t>(byte_width(type.id)), place + ", values", values);
                if (good && type.id == type_id::decimal128) {
                    if (auto const row = fit_decimals(values, validity, *length, type.precision)) {
                        fail(ipc_errc::malformed, place,
                             "the value of row " + std::to_string(*row) + " has more than " +
                                 std::to_string(type.precision) + " digits");
                        return nullptr;
                    }
                }
        }
        if (!good) return nullptr;
        // Every rule of validate() was looked at above.
        return trusted(std::make_shared<array const>(type, *length, nulls, std::move(validity), std::move(offsets),
                                                     std::move(values), std::move(children)));
    }

    std::optional<problem> found;

private:
    struct buffer {
        std::span<std::byte const> bytes;
        std::vector<std::byte> owned;  ///< what `bytes` shows, when it had to be decompressed
    };

    bool fail(ipc_errc code, std::string place, std::string message) {
        if (!found) found = problem{code, std::move(place), std::move(message)};
        return false;
    }
    bool charge(std::size_t bytes, std::string const& place) {
        return left_.take(bytes) || fail(ipc_errc::limit, place, "the columns need " + left_.memory_limit);
    }

    /// The length of the next node; @p rows, unless that is negative: then any.
    std::optional<std::int64_t> next_node(std::int64_t rows, std::string const& place) {
        if (node_ >= nodes_.size) {
            fail(ipc_errc::malformed, place, "the batch has no node for it");
            return std::nullopt;
        }
        auto const length = nodes_.at(node_, 0);
        auto const nulls = nodes_.at(node_, 1);
        ++node_;
        if (length < 0 || nulls < 0 || nulls > length) {
            fail(ipc_errc::malformed, place,
                 "it has a length of " + std::to_string(length) + " and " + std::to_string(nulls) + " nulls");
        } else if (rows >= 0 && length != rows) {
            fail(ipc_errc::malformed, place,
                 "it has " + std::to_string(length) + " values where " + std::to_string(rows) + " must be");
        } else if (length > most_values || std::cmp_greater(length / 8, left_.memory)) {
            fail(ipc_errc::limit, place, "its " + std::to_string(length) + " values need " + left_.memory_limit);
        }
        if (!found) charge(array_cost, place);
        if (found) return std::nullopt;
        last_nulls_ = nulls;
        return length;
    }

    bool next_buffer(std::string const& place, buffer& out) {
        if (buffer_ >= buffers_.size) return fail(ipc_errc::malformed, place, "the batch has no buffer for it");
        auto const offset = buffers_.at(buffer_, 0);
        auto const length = buffers_.at(buffer_, 1);
        ++buffer_;
        auto const end = static_cast<std::int64_t>(body_.size());
        if (offset < 0 || length < 0 || offset > end || length > end - offset)
            return fail(ipc_errc::malformed, place,
                        "bytes " + std::to_string(offset) + " and the next " + std::to_string(length) +
                            " are not within the body's " + std::to_string(end));
        out.bytes = body_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
        return codec_ == codec::none || out.bytes.empty() || decompress(place, out);
    }

    bool decompress(std::string const& place, buffer& out) {
        if (out.bytes.size() < 8) return fail(ipc_errc::malformed, place, "a compressed buffer begins with its length");
        std::int64_t declared = 0;
        std::memcpy(&declared, out.bytes.data(), sizeof declared);
        auto const frame = out.bytes.subspan(8);
        if (declared == -1) {  // it was not worth compressing
            out.bytes = frame;
            return true;
        }
        if (declared < 0 || std::cmp_greater(declared, decompressor_.most(frame.size())))
            return fail(ipc_errc::malformed, place,
                        std::to_string(frame.size()) + " bytes cannot decompress to " + std::to_string(declared));
        auto const size = static_cast<std::size_t>(declared);
        if (!charge(size, place)) return false;
        out.owned.resize(size);
        out.bytes = out.owned;
        if (size == 0) return true;
        if (auto why = decompressor_.run(frame, out.owned)) return fail(ipc_errc::malformed, place, std::move(*why));
        return true;
    }

    bool wants(buffer const& from, std::int64_t bytes, std::string const& place) {
        if (std::cmp_greater_equal(from.bytes.size(), bytes)) return true;
        return fail(ipc_errc::malformed, place,
                    "it has " + std::to_string(from.bytes.size()) + " bytes, and needs " + std::to_string(bytes));
    }

    /// The first @p bytes of the next buffer.
    bool copy(std::int64_t bytes, std::string const& place, std::vector<std::byte>& to) {
        buffer from;
        if (!next_buffer(place, from) || !wants(from, bytes, place)) return false;
        auto const size = static_cast<std::size_t>(bytes);
        if (!from.owned.empty()) {
            to = std::move(from.owned);
            to.resize(size);
            return true;
        }
        if (!charge(size, place)) return false;
        to.assign(from.bytes.begin(), from.bytes.begin() + bytes);
        return true;
    }
    bool copy_bits(std::int64_t bits, std::string const& place, std::vector<std::byte>& to) {
        if (!copy(static_cast<std::int64_t>(bitmap_bytes(bits)), place, to)) return false;
        if ((bits & 7) != 0) to.back() &= static_cast<std::byte>((1u << (bits & 7)) - 1u);
        return true;
    }

    /// Leaves @p to empty when there is no bitmap, which says that there are no nulls.
    bool read_validity(std::int64_t length, std::string const& place, std::vector<std::byte>& to) {
        auto const here = place + ", validity";
        auto const nulls = last_nulls_;
        if (buffer_ < buffers_.size && buffers_.at(buffer_, 1) == 0) {
            buffer none;
            if (!next_buffer(here, none)) return false;
            return nulls == 0 ||
                   fail(ipc_errc::malformed, here, "it is missing, and there are " + std::to_string(nulls) + " nulls");
        }
        return copy_bits(length, here, to);
    }

    template <class T>
    bool rebase(std::span<std::byte const> from, std::int64_t length, std::string const& place, std::int64_t limit,
                std::vector<std::byte>& to, std::int64_t& first, std::int64_t& last) {
        to.resize((static_cast<std::size_t>(length) + 1) * sizeof(T));
        T begin = 0;
        T before = 0;
        for (std::size_t i = 0; i <= static_cast<std::size_t>(length); ++i) {
            T at = 0;
            std::memcpy(&at, from.data() + i * sizeof(T), sizeof(T));
            if (i == 0) begin = before = at;
            if (at < before || at < 0)
                return fail(
                    ipc_errc::malformed, place,
                    "offset " + std::to_string(i) + (at < 0 ? " is negative" : " is smaller than the one before it"));
            before = at;
            auto const moved = static_cast<T>(at - begin);
            std::memcpy(to.data() + i * sizeof(T), &moved, sizeof(T));
        }
        first = begin;
        last = before;
        if (last > limit)
            return fail(ipc_errc::malformed, place,
                        "the last offset is " + std::to_string(last) + ", beyond the " + std::to_string(limit) +
                            " that there are");
        return true;
    }

    /// Offsets of @p length values that begin at zero, and what they said of the values: from @p first to @p last.
    bool read_offsets(buffer const& from, type_id id, std::int64_t length, std::string const& place, std::int64_t limit,
                      std::vector<std::byte>& to, std::int64_t& first, std::int64_t& last) {
        auto const width = has_large_offsets(id) ? 8 : 4;
        if (length == 0 && from.bytes.empty()) {  // allowed, and made by old writers
            to.resize(static_cast<std::size_t>(width));
            return true;
        }
        if (!wants(from, (length + 1) * width, place)) return false;
        if (!charge(static_cast<std::size_t>((length + 1) * width), place)) return false;
        if (width == 8) return rebase<std::int64_t>(from.bytes, length, place, limit, to, first, last);
        return rebase<std::int32_t>(from.bytes, length, place, limit, to, first, last);
    }

    bool read_text(type_id id, std::int64_t length, std::string const& place, std::span<std::byte const> validity,
                   std::vector<std::byte>& offsets, std::vector<std::byte>& values) {
        buffer ends;
        buffer data;
        if (!next_buffer(place + ", offsets", ends) || !next_buffer(place + ", values", data)) return false;
        std::int64_t first = 0;
        std::int64_t last = 0;
        if (!read_offsets(ends, id, length, place + ", offsets", static_cast<std::int64_t>(data.bytes.size()), offsets,
                          first, last))
            return false;
        if (!charge(static_cast<std::size_t>(last - first), place)) return false;
        values.assign(data.bytes.begin() + first, data.bytes.begin() + last);
        if (id != type_id::utf8 && id != type_id::large_utf8) return true;
        std::string_view const all(reinterpret_cast<char const*>(values.data()), values.size());
        auto const offset = [&](std::int64_t row) {
            std::int64_t out = 0;
            if (id == type_id::large_utf8) {
                std::memcpy(&out, offsets.data() + static_cast<std::size_t>(row) * 8, 8);
            } else {
                std::int32_t small = 0;
                std::memcpy(&small, offsets.data() + static_cast<std::size_t>(row) * 4, 4);
                out = small;
            }
            return static_cast<std::size_t>(out);
        };
        for (std::int64_t row = 0; row < length; ++row) {
            if (!validity.empty() && !get_bit(validity, row)) continue;
            auto const begin = offset(row);
            if (find_invalid_utf8(all.substr(begin, offset(row + 1) - begin)) != std::string_view::npos)
                return fail(ipc_errc::malformed, place, "the value of row " + std::to_string(row) + " is not UTF-8");
        }
        return true;
    }

    bool read_list(data_type const& type, std::vector<encoding> const& how, std::int64_t length,
                   std::string const& place, std::vector<std::byte>& offsets, std::vector<array_ptr>& children) {
        auto const& item = type.children.front();
        auto const below = place + "." + item.name;
        std::int64_t first = 0;
        std::int64_t last = 0;
        if (type.id == type_id::fixed_size_list) {
            if (!charge(static_cast<std::size_t>(length), place)) return false;
            if (type.list_size != 0 && length > std::numeric_limits<std::int64_t>::max() / type.list_size)
                return fail(ipc_errc::malformed, place, "its lists have more items than can be counted");
            last = length * type.list_size;
        } else {
            buffer ends;
            if (!next_buffer(place + ", offsets", ends)) return false;
            auto const limit = node_ < nodes_.size ? nodes_.at(node_, 0) : 0;
            if (!read_offsets(ends, type.id, length, place + ", offsets", limit, offsets, first, last)) return false;
        }
        auto child = read(item, how.front(), -1, below);
        if (!child) return false;
        if (child->length() < last)
            return fail(ipc_errc::malformed, below,
                        "it has " + std::to_string(child->length()) + " values, and its lists " + std::to_string(last));
        if (first != 0 || child->length() != last) {
            if (!charge(static_cast<std::size_t>(last - first) * 8, below)) return false;
            std::vector<std::int64_t> rows(static_cast<std::size_t>(last - first));
            std::iota(rows.begin(), rows.end(), first);
            child = columnar::take(*child, rows);
        }
        children.push_back(std::move(child));
        return true;
    }

    /// Indices into a dictionary. Rows whose index names a null are null.
    array_ptr read_encoded(data_type const& type, encoding const& how, std::int64_t rows, std::string const& place) {
        auto const length = next_node(rows, place);
        if (!length) return nullptr;
        std::vector<std::byte> validity;
        std::vector<std::byte> indices;
        if (!read_validity(*length, place, validity)) return nullptr;
        if (!copy(*length * static_cast<std::int64_t>(byte_width(type)), place + ", values", indices)) return nullptr;
        auto nulls = validity.empty() ? 0 : count_zeros(validity, *length);
        auto const known = dictionaries_.find(*how.dictionary);
        if (known == dictionaries_.end() && nulls != *length) {
            fail(ipc_errc::malformed, place,
                 "dictionary " + std::to_string(*how.dictionary) + " does not come before the batch that uses it");
            return nullptr;
        }
        auto values = known == dictionaries_.end() ? make_nulls(type.children.front().type, 0) : known->second;
        array_ptr made = std::make_shared<array const>(type, *length, nulls, std::move(validity), columnar::buffer{},
                                                       std::move(indices), std::vector<array_ptr>{std::move(values)});
        if (!charge(bitmap_bytes(*length), place)) return nullptr;
        if (auto why = hide_null_values(made)) {
            fail(ipc_errc::malformed, place, std::move(*why));
            return nullptr;
        }
        return trusted(std::move(made));
    }

    words nodes_;
    words buffers_;
    std::span<std::byte const> body_;
    codec codec_;
    decompressor decompressor_;
    budget& left_;
    dictionaries const& dictionaries_;
    std::uint32_t node_ = 0;
    std::uint32_t buffer_ = 0;
    std::int64_t last_nulls_ = 0;
};

}  // namespace columnar::detail::ipc
LANCESPEC_END_NAMESPACE
