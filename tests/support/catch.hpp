// Catch2 and RapidCheck, included in one place so that a change of Catch2's major version is a change here.
#pragma once

#include <catch2/catch.hpp>
#include <rapidcheck.h>
#include <rapidcheck/catch.h>
