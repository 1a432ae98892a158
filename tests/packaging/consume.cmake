# SPDX-License-Identifier: Apache-2.0
# Configures and builds the consumer PROJECT in WORK with ARGUMENTS, then runs its PROGRAMS.
# FAILS_IN (configure or build) turns the test around: that step must fail and print SAYING.
# ARGUMENTS and PROGRAMS are separated by bars.
file(REMOVE_RECURSE "${WORK}")
string(REPLACE "|" ";" ARGUMENTS "${ARGUMENTS}")
string(REPLACE "|" ";" PROGRAMS "${PROGRAMS}")

function(step name)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message("${output}")
  if(NOT name STREQUAL FAILS_IN)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${name} failed with ${status}")
    endif()
    return()
  endif()
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # CMake wraps its messages
  if(status EQUAL 0)
    message(FATAL_ERROR "${name} succeeded, and must not")
  elseif(NOT output MATCHES "${SAYING}")
    message(FATAL_ERROR "${name} failed as it must, but did not say: ${SAYING}")
  endif()
endfunction()

# Flags under which a header of ours that reached the consumer as its own code would not compile.
set(strict "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Werror")
step(configure ${CMAKE_COMMAND} -S "${PROJECT}" -B "${WORK}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
     "-DCMAKE_CXX_FLAGS=-O0 ${strict}" "-DCMAKE_PROJECT_consumer_INCLUDE=${CMAKE_CURRENT_LIST_DIR}/no_leaks.cmake"
     ${ARGUMENTS})
if(FAILS_IN STREQUAL "configure")
  return()
endif()
step(build ${CMAKE_COMMAND} --build "${WORK}")
foreach(program IN LISTS PROGRAMS)
  step(${program} "${WORK}/${program}")
endforeach()
