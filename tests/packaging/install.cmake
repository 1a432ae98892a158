# SPDX-License-Identifier: Apache-2.0
# Installs the build folder BUILD below PREFIX, from nothing: what an older install left must not help a consumer.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)
