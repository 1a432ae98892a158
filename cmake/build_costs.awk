# SPDX-License-Identifier: Apache-2.0
# Sums a .ninja_log by part of the project, for `./dev costs`: seconds of work, not of waiting.
BEGIN { FS = "\t" }
NF >= 4 && $2 > $1 { start[$4] = $1; end[$4] = $2 } # the last build of an output counts
END {
    for (output in end) {
        seconds = (end[output] - start[output]) / 1000
        part = "other"
        if (match(output, /test_[a-z_]+\.dir/)) part = "tests of " substr(output, RSTART + 5, RLENGTH - 9)
        else if (output ~ /lancespec_catch/) part = "Catch2's main"
        else if (output ~ /^tests\/[a-z]+\//) { split(output, folder, "/"); part = "tests/" folder[2] }
        else if (output ~ /^conformance\//) part = "program"
        else if (output ~ /^bench\//) part = "bench"
        else if (output ~ /lancespec_[a-z_]*compiled\.dir/) part = "libraries"
        if (output !~ /\.o$/) part = "linking"
        sum[part] += seconds
        files[part]++
        if (output ~ /\.o$/ && seconds > longest[part]) longest[part] = seconds
        total += seconds
    }
    for (part in sum) printf "%8.1f s %5d files, the longest %5.1f s  %s\n", sum[part], files[part], longest[part], part | "sort -rn"
    close("sort -rn")
    printf "%8.1f s in all, one file at a time\n", total
}
