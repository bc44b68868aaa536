# Included by the test scripts that read a text line by line: open_lines, then next_line while `rest` is not empty.

# open_lines(path): opens a file with any line ends, also if the last line has none
macro(open_lines path)
    file(READ "${path}" rest)
    string(REPLACE "\r\n" "\n" rest "${rest}\n")
    set(lineNumber 0)
endmacro()

# next_line(): moves the first line of `rest` to `line`, and counts it in `lineNumber`
macro(next_line)
    math(EXPR lineNumber "${lineNumber} + 1")
    string(FIND "${rest}" "\n" end)
    string(SUBSTRING "${rest}" 0 ${end} line)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${rest}" ${end} -1 rest)
endmacro()
