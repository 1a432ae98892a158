// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/ipc.hpp: reading the stream and the file format.
#pragma once

#include <lancespec/columnar/impl/ipc_columns.ipp>
#include <lancespec/columnar/ipc.hpp>
#include <lancespec/core/quote.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail::ipc {

inline constexpr std::string_view magic = "ARROW1";
inline constexpr std::uint32_t continuation = 0xFFFFFFFF;

/// Bytes at an address that FlatBuffers may read from: an HTTP body can begin anywhere.
struct aligned_copy {
    explicit aligned_copy(std::string_view from) : words_(from.size() / 8 + 1), size(from.size()) {
        std::memcpy(words_.data(), from.data(), size);
    }
    [[nodiscard]] std::uint8_t const* data() const noexcept {
        return reinterpret_cast<std::uint8_t const*>(words_.data());
    }
    /// The root table, when all that can be reached from it lies within the bytes.
    template <class T>
    [[nodiscard]] T const* root(limits const& bounds) const {
        // Below the message are its header, fields and, at the bottom, one more table: the type or the metadata.
        Verifier verifier(data(), size, static_cast<flatbuffers::uoffset_t>(bounds.ipc_depth + 4));
        return size >= 8 && verifier.VerifyBuffer<T>() ? flatbuffers::GetRoot<T>(data()) : nullptr;
    }

private:
    std::vector<std::uint64_t> words_;

public:
    std::size_t size;
};

template <class T>
T load(std::string_view from, std::size_t at) noexcept {
    T out{};
    std::memcpy(&out, from.data() + at, sizeof out);
    return out;
}

/// Reads messages of either framing into one ipc_contents.
class reader {
public:
    reader(std::string_view bytes, limits const& bounds)
        : bytes_(bytes), bounds_(bounds), left_(bounds, bytes.size()) {}

    result<ipc_contents, ipc_error> stream() {
        if (bytes_.empty()) return error(ipc_errc::truncated, "stream", "no bytes: a stream begins with its schema");
        if (too_long()) return *found_;
        std::size_t at = 0;
        bool ended = false;
        while (at < bytes_.size() && !ended) {
            if (!message(at, bytes_.size(), "stream", ended)) return *found_;
        }
        if (!out_.fields) return error(ipc_errc::malformed, "stream", "it ends before its schema");
        // Some writers pad what they send to eight bytes.
        at_ = at;
        auto const rest = bytes_.substr(at);
        if (rest.size() >= 8 || rest.find_first_not_of('\0') != std::string_view::npos)
            return error(ipc_errc::malformed, "stream", "there are bytes after its end mark");
        return std::move(out_);
    }

    result<ipc_contents, ipc_error> file() {
        if (too_long()) return *found_;
        // Both magics, the padding of the first, and the length of the footer.
        if (bytes_.size() < 2 * magic.size() + 6 || !bytes_.ends_with(magic))
            return error(ipc_errc::truncated, "file", "it does not end with a footer and ARROW1");
        if (!bytes_.starts_with(magic)) return error(ipc_errc::malformed, "file", "it does not begin with ARROW1");
        auto const length_at = bytes_.size() - magic.size() - 4;
        auto const length = load<std::int32_t>(bytes_, length_at);
        if (length <= 0 || std::cmp_greater(length, length_at - 8))
            return error(ipc_errc::malformed, "footer",
                         "its length is " + std::to_string(length) + ", of " + std::to_string(length_at - 8) +
                             " bytes before it");
        auto const begin = length_at - static_cast<std::size_t>(length);
        at_ = begin;
        aligned_copy const copy(bytes_.substr(begin, static_cast<std::size_t>(length)));
        auto const* footer = copy.root<footer_table>(bounds_);
        if (footer == nullptr) return error(ipc_errc::malformed, "footer", "its FlatBuffer is damaged or too deep");
        if (footer->fields() == nullptr) return error(ipc_errc::malformed, "footer", "it has no schema");
        if (!version(footer->version(), "footer") || !schema(*footer->fields(), copy.size)) return *found_;
        auto const blocks = [&](words const& list, header_kind kind, char const* what) {
            for (std::uint32_t i = 0; i < list.size && !found_; ++i) block(list, i, kind, begin, what);
        };
        blocks(footer->dictionaries(), header_kind::dictionary_batch, "dictionary block ");
        blocks(footer->batches(), header_kind::record_batch, "record batch block ");
        if (found_) return *found_;
        return std::move(out_);
    }

private:
    ipc_error error(ipc_errc code, std::string place, std::string message) {
        if (!found_) found_ = ipc_error{code, at_, quote(place, 4 * quoted_bytes), quote(message, message_bytes)};
        return *found_;
    }
    bool fail(ipc_errc code, std::string place, std::string message) {
        error(code, std::move(place), std::move(message));
        return false;
    }
    bool fail(problem why, std::string const& before = {}) {
        auto place = before;
        if (!place.empty() && !why.place.empty()) place += ", ";
        return fail(why.code, place + why.place, std::move(why.message));
    }
    bool too_long() {
        return bytes_.size() > bounds_.ipc_bytes &&
               !fail(ipc_errc::limit, "bytes", "there are more than " + std::to_string(bounds_.ipc_bytes));
    }
    bool version(std::int16_t number, std::string const& place) {
        return number == metadata_v4 || number == metadata_v5 ||
               fail(ipc_errc::unsupported, place,
                    "its metadata version is V" + std::to_string(number + 1) + ", not V4 or V5");
    }

    /// The message of a block of the footer, whose header must be of @p kind.
    void block(words const& list, std::uint32_t index, header_kind kind, std::size_t end, std::string const& what) {
        auto const place = what + std::to_string(index);
        auto const offset = list.at(index, 0);
        if (offset < 8 || std::cmp_greater_equal(offset, end)) {
            fail(ipc_errc::malformed, place,
                 "its offset is " + std::to_string(offset) + ", outside the messages of the file");
            return;
        }
        auto at = static_cast<std::size_t>(offset);
        bool ended = false;
        expected_ = kind;
        if (message(at, end, place, ended) && ended)
            fail(ipc_errc::malformed, place, "an end mark is where its message should be");
    }

    /// Reads the message at @p at, which must end at @p end at the latest, and moves @p at behind it.
    bool message(std::size_t& at, std::size_t end, std::string const& place, bool& ended) {
        at_ = at;
        auto const left = [&] { return end - at; };
        auto const cut = [&](std::string what) {
            return fail(ipc_errc::truncated, place, std::move(what) + std::to_string(left()) + " are left");
        };
        if (left() < 4) return cut("a message begins with four bytes, of which ");
        auto length = load<std::uint32_t>(bytes_, at);
        at += 4;
        if (length == continuation) {
            if (left() < 4) return cut("a message's length has four bytes, of which ");
            length = load<std::uint32_t>(bytes_, at);
            at += 4;
        }
        ended = length == 0;
        if (ended) return true;
        if (length > 0x7FFFFFFF) return fail(ipc_errc::malformed, place, "a message's length is negative");
        if (length > left()) return cut("a message's metadata has " + std::to_string(length) + " bytes, of which ");
        aligned_copy const copy(bytes_.substr(at, length));
        at += length;
        auto const* head = copy.root<message_table>(bounds_);
        if (head == nullptr)
            return fail(ipc_errc::malformed, place, "a message's FlatBuffer is damaged, or nests too deep");
        if (!version(head->version(), place)) return false;
        auto const body_length = head->body_length();
        if (body_length < 0) return fail(ipc_errc::malformed, place, "a message's body has a negative length");
        if (std::cmp_greater(body_length, left()))
            return cut("a message's body has " + std::to_string(body_length) + " bytes, of which ");
        auto const* first = reinterpret_cast<std::byte const*>(bytes_.data()) + at;
        std::span<std::byte const> const body(first, static_cast<std::size_t>(body_length));
        at += body.size();
        return content(*head, copy.size, body, place);
    }

    bool content(message_table const& head, std::size_t size, std::span<std::byte const> body,
                 std::string const& place) {
        auto const kind = head.kind();
        if (expected_ != header_kind::none && kind != expected_)
            return fail(ipc_errc::malformed, place, "its message is of another kind");
        auto const missing = [&] { return fail(ipc_errc::malformed, place, "a message has no header"); };
        switch (kind) {
            case header_kind::schema: {
                if (out_.fields) return fail(ipc_errc::malformed, place, "it has a second schema");
                auto const* from = head.header<schema_table>();
                return from == nullptr ? missing() : schema(*from, size);
            }
            case header_kind::dictionary_batch: {
                auto const* from = head.header<dictionary_table>();
                return from == nullptr ? missing() : dictionary_batch(*from, body);
            }
            case header_kind::record_batch: {
                auto const* from = head.header<batch_table>();
                return from == nullptr ? missing() : record(*from, body);
            }
            default:
                return fail(ipc_errc::unsupported, place,
                            "a message is neither schema, dictionary nor record batch, but of kind " +
                                std::to_string(static_cast<int>(kind)));
        }
    }

    bool schema(schema_table const& from, std::size_t metadata_bytes) {
        if (auto why = schema_reader(bounds_, metadata_bytes).read(from, schema_)) return fail(std::move(*why));
        out_.fields = std::make_shared<columnar::schema const>(std::move(schema_.fields));
        return true;
    }

    bool compression(batch_table const& from, std::string const& place, codec& to) {
        auto const* how = from.compression();
        if (how == nullptr) return true;
        if (how->method() != 0 || how->codec() < 0 || how->codec() > 1)
            return fail(ipc_errc::unsupported, place, "its buffers are compressed with neither LZ4_FRAME nor ZSTD");
        to = how->codec() == 0 ? codec::lz4_frame : codec::zstd;
        return true;
    }

    bool rows_are_few(std::int64_t rows, std::string const& place) {
        if (rows < 0) return fail(ipc_errc::malformed, place, "it has a negative length");
        if (std::cmp_greater(rows, left_.rows))
            return fail(ipc_errc::limit, place, "there are more than " + std::to_string(bounds_.ipc_rows) + " rows");
        left_.rows -= static_cast<std::size_t>(rows);
        return true;
    }

    bool dictionary_batch(dictionary_table const& from, std::span<std::byte const> body) {
        auto const place = "dictionary " + std::to_string(from.id());
        if (!out_.fields) return fail(ipc_errc::malformed, place, "it comes before the schema");
        auto const of = schema_.dictionaries.find(from.id());
        if (of == schema_.dictionaries.end()) return fail(ipc_errc::malformed, place, "no field has it");
        auto const* data = from.data();
        if (data == nullptr) return fail(ipc_errc::malformed, place, "it has no values");
        codec how = codec::none;
        if (!compression(*data, place, how)) return false;
        auto const rows = data->length();
        if (!rows_are_few(rows, place)) return false;
        left_.rows += static_cast<std::size_t>(rows);  // they bound the work, and are no rows of the result
        column_reader columns(*data, body, how, left_, dictionaries_);
        auto values = columns.read_plain(of->second.type, of->second.children, rows, "values");
        if (!values || !columns.ends()) return fail(std::move(*columns.found), place);
        return keep(from.id(), std::move(values), from.is_delta(), place);
    }

    bool keep(std::int64_t id, array_ptr values, bool is_delta, std::string const& place) {
        if (auto const at = dictionaries_.find(id); is_delta && at != dictionaries_.end()) {
            auto const bytes = memory_of(*at->second) + memory_of(*values);
            if (!left_.take(bytes)) return fail(ipc_errc::limit, place, "it needs " + left_.memory_limit);
            values = concatenate(std::array{at->second, std::move(values)});
        }
        dictionaries_.insert_or_assign(id, std::move(values));
        return true;
    }

    bool record(batch_table const& from, std::span<std::byte const> body) {
        auto const place = "record batch " + std::to_string(out_.batches.size());
        if (!out_.fields) return fail(ipc_errc::malformed, place, "it comes before the schema");
        codec how = codec::none;
        if (!compression(from, place, how) || !rows_are_few(from.length(), place)) return false;
        if (!left_.take(array_cost)) return fail(ipc_errc::limit, place, "it needs " + left_.memory_limit);
        column_reader columns(from, body, how, left_, dictionaries_);
        record_batch batch{out_.fields, {}, from.length()};
        auto const& fields = out_.fields->fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            auto column = columns.read(fields[i], schema_.encodings[i], from.length(), "column " + fields[i].name);
            if (!column) return fail(std::move(*columns.found), place);
            batch.columns.push_back(std::move(column));
        }
        if (!columns.ends()) return fail(std::move(*columns.found), place);
        out_.batches.push_back(std::move(batch));
        return true;
    }

    std::string_view bytes_;
    limits const& bounds_;
    budget left_;
    wire_schema schema_;
    dictionaries dictionaries_;
    header_kind expected_ = header_kind::none;
    std::size_t at_ = 0;
    std::optional<ipc_error> found_;
    ipc_contents out_;
};

/// Reads, and turns the one exception of columns that grow into an error.
template <class Read>
result<ipc_contents, ipc_error> guarded(Read const& read) {
    try {
        return read();
    } catch (std::length_error const& e) {
        return ipc_error{ipc_errc::limit, 0, "columns", e.what()};
    }
}

}  // namespace detail::ipc

LANCESPEC_DECL std::string_view name(ipc_errc code) noexcept {
    switch (code) {
        case ipc_errc::malformed: return "malformed";
        case ipc_errc::truncated: return "truncated";
        case ipc_errc::limit: return "limit";
        case ipc_errc::unsupported: return "unsupported";
    }
    return "malformed";
}

LANCESPEC_DECL std::string to_string(ipc_error const& error) {
    return "at byte " + std::to_string(error.offset) + ": " + error.place + ": " + error.message;
}

LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc_stream(std::string_view bytes, limits const& bounds) {
    return detail::ipc::guarded([&] { return detail::ipc::reader(bytes, bounds).stream(); });
}

LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc_file(std::string_view bytes, limits const& bounds) {
    return detail::ipc::guarded([&] { return detail::ipc::reader(bytes, bounds).file(); });
}

LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc(std::string_view bytes, limits const& bounds) {
    return bytes.starts_with(detail::ipc::magic) ? read_ipc_file(bytes, bounds) : read_ipc_stream(bytes, bounds);
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
