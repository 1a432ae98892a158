// The one translation unit that holds the bodies of lancespec::executor_compiled.
#include <lancespec/executor_src.hpp>
