# SPDX-License-Identifier: Apache-2.0
# The library targets.
#
#   lancespec::lancespec  core, language (parse and bind), model, contract, http   header-only, needs Boost alone
#   lancespec::evaluate   WHERE clauses over columns; needs RE2                    header-only
#   lancespec::executor   the in-memory catalog and the service in front of it     header-only
#   lancespec::arbitrary  RapidCheck generators                                    header-only
#   lancespec::compiled, lancespec::evaluate_compiled, lancespec::executor_compiled: the same, compiled once
#
# The suite's, lancespec::conformance and lancespec::conformance_http, are in conformance/CMakeLists.txt.
#
# lancespec_dev carries the warnings; it is linked privately by our own translation units and never exported.
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(Threads REQUIRED)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
if(PROJECT_IS_TOP_LEVEL)
  find_package(LancespecRE2 REQUIRED)
else()
  find_package(LancespecRE2)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/LancespecArrow.cmake)
if(lancespec_arrow_missing AND PROJECT_IS_TOP_LEVEL)
  message(FATAL_ERROR "lancespec::executor reads Arrow IPC and needs ${lancespec_arrow_missing}")
elseif(lancespec_arrow_missing)
  message(STATUS "lancespec::executor is left out: it needs ${lancespec_arrow_missing}")
endif()

function(lancespec_header_target name)
  add_library(lancespec_${name} INTERFACE)
  add_library(lancespec::${name} ALIAS lancespec_${name})
  set_target_properties(lancespec_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(lancespec_${name} INTERFACE cxx_std_20)
  if(ARGN)
    target_link_libraries(lancespec_${name} INTERFACE ${ARGN})
  endif()
endfunction()

# Another project builds only what it links.
if(PROJECT_IS_TOP_LEVEL)
  set(lancespec_scope "")
else()
  set(lancespec_scope EXCLUDE_FROM_ALL)
endif()

function(lancespec_compiled_target name source)
  add_library(lancespec_${name} STATIC ${lancespec_scope} ${source})
  add_library(lancespec::${name} ALIAS lancespec_${name})
  set_target_properties(lancespec_${name} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME lancespec_${name})
  target_compile_definitions(lancespec_${name} PUBLIC LANCESPEC_SEPARATE_COMPILATION)
  target_link_libraries(lancespec_${name} PUBLIC ${ARGN} PRIVATE $<BUILD_INTERFACE:lancespec_dev>)
endfunction()

add_library(lancespec_dev INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(lancespec_dev INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                         $<$<BOOL:${LANCESPEC_WERROR}>:-Werror>)
endif()

lancespec_header_target(lancespec Boost::json)
# A project that adds this one as a subdirectory must not see warnings from our headers under its own flags.
# (Installed targets are SYSTEM anyway.)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(lancespec_system SYSTEM)
endif()
target_include_directories(lancespec_lancespec ${lancespec_system} INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
lancespec_header_target(arbitrary lancespec_lancespec rapidcheck)

lancespec_compiled_target(compiled ${PROJECT_SOURCE_DIR}/cmake/src/lancespec.cpp lancespec_lancespec)
# A project that has this one as a subdirectory and no RE2 does without these.
if(NOT TARGET re2::re2)
  return()
endif()
lancespec_header_target(evaluate lancespec_lancespec re2::re2)
if(NOT lancespec_arrow_missing)
  lancespec_header_target(executor lancespec_evaluate lancespec::arrow Threads::Threads)
endif()
lancespec_compiled_target(evaluate_compiled ${PROJECT_SOURCE_DIR}/cmake/src/evaluate.cpp
                          lancespec_compiled lancespec_evaluate)
if(NOT lancespec_arrow_missing)
  lancespec_compiled_target(executor_compiled ${PROJECT_SOURCE_DIR}/cmake/src/executor.cpp
                            lancespec_evaluate_compiled lancespec_executor)
endif()
