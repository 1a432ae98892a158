# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` writes: the headers, one export file per component, the package files, the program.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(lancespec_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lancespec)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lancespec DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.ipp")
# The suite's headers are included as `conformance/…`, in a folder that only its own targets name.
if(TARGET lancespec_conformance)
  install(FILES ${PROJECT_SOURCE_DIR}/conformance/conformance.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lancespec/suite/conformance)
  foreach(layer IN ITEMS transport engine setup faults checks suite report)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/conformance/${layer}
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lancespec/suite/conformance FILES_MATCHING PATTERN "*.hpp")
  endforeach()
endif()

# One export per component, so that a consumer needs the dependencies only of what it asks for.
foreach(component IN ITEMS lancespec compiled evaluate evaluate_compiled executor executor_compiled arbitrary conformance
                          conformance_http)
  if(NOT TARGET lancespec_${component})
    continue()
  endif()
  install(TARGETS lancespec_${component} EXPORT lancespec_${component}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT lancespec_${component} NAMESPACE lancespec:: FILE lancespec-${component}.cmake
          DESTINATION ${lancespec_package_dir})
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lancespecConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lancespecConfig.cmake INSTALL_DESTINATION ${lancespec_package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# While the major version is 0, a new minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lancespecConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lancespecConfig.cmake ${PROJECT_BINARY_DIR}/lancespecConfigVersion.cmake
        ${CMAKE_CURRENT_LIST_DIR}/LancespecArrow.cmake ${CMAKE_CURRENT_LIST_DIR}/FindLancespecRE2.cmake
        DESTINATION ${lancespec_package_dir})

if(TARGET lancespec)
  install(TARGETS lancespec RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
