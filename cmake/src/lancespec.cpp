// The one translation unit that holds the bodies of lancespec::compiled.
#include <lancespec/src.hpp>
