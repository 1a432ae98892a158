# SPDX-License-Identifier: Apache-2.0
# What the executor needs from others, as the target lancespec::arrow: FlatBuffers' headers, LZ4 and Zstandard for
# Arrow IPC, and libcrypto for the hashes of functions.
#
# Included by the build and by the installed package. It looks for files, because not every system has a package
# file for each of them: Debian has none for LZ4. Sets lancespec_arrow_missing to what is not there.
set(lancespec_arrow_missing "")
find_path(LANCESPEC_FLATBUFFERS_INCLUDE_DIR flatbuffers/flatbuffers.h)
find_path(LANCESPEC_LZ4_INCLUDE_DIR lz4frame.h)
find_path(LANCESPEC_ZSTD_INCLUDE_DIR zstd.h)
find_path(LANCESPEC_CRYPTO_INCLUDE_DIR openssl/evp.h)
find_library(LANCESPEC_LZ4_LIBRARY lz4)
find_library(LANCESPEC_ZSTD_LIBRARY zstd)
find_library(LANCESPEC_CRYPTO_LIBRARY crypto)
mark_as_advanced(LANCESPEC_FLATBUFFERS_INCLUDE_DIR LANCESPEC_LZ4_INCLUDE_DIR LANCESPEC_ZSTD_INCLUDE_DIR
                 LANCESPEC_CRYPTO_INCLUDE_DIR LANCESPEC_LZ4_LIBRARY LANCESPEC_ZSTD_LIBRARY LANCESPEC_CRYPTO_LIBRARY)

if(NOT LANCESPEC_FLATBUFFERS_INCLUDE_DIR)
  list(APPEND lancespec_arrow_missing "FlatBuffers (libflatbuffers-dev)")
endif()
if(NOT LANCESPEC_LZ4_INCLUDE_DIR OR NOT LANCESPEC_LZ4_LIBRARY)
  list(APPEND lancespec_arrow_missing "LZ4 (liblz4-dev)")
endif()
if(NOT LANCESPEC_ZSTD_INCLUDE_DIR OR NOT LANCESPEC_ZSTD_LIBRARY)
  list(APPEND lancespec_arrow_missing "Zstandard (libzstd-dev)")
endif()
if(NOT LANCESPEC_CRYPTO_INCLUDE_DIR OR NOT LANCESPEC_CRYPTO_LIBRARY)
  list(APPEND lancespec_arrow_missing "OpenSSL's libcrypto (libssl-dev)")
endif()
list(JOIN lancespec_arrow_missing ", " lancespec_arrow_missing)

if(NOT lancespec_arrow_missing AND NOT TARGET lancespec::arrow)
  add_library(lancespec::arrow INTERFACE IMPORTED)
  set(lancespec_arrow_includes ${LANCESPEC_FLATBUFFERS_INCLUDE_DIR} ${LANCESPEC_LZ4_INCLUDE_DIR}
      ${LANCESPEC_ZSTD_INCLUDE_DIR} ${LANCESPEC_CRYPTO_INCLUDE_DIR})
  list(REMOVE_DUPLICATES lancespec_arrow_includes)
  target_include_directories(lancespec::arrow INTERFACE ${lancespec_arrow_includes})
  target_link_libraries(lancespec::arrow INTERFACE ${LANCESPEC_LZ4_LIBRARY} ${LANCESPEC_ZSTD_LIBRARY}
                                                    ${LANCESPEC_CRYPTO_LIBRARY})
endif()
