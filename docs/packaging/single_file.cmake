cmake_minimum_required(VERSION 3.15)

# Joins HEADERS to RESULT, a file that includes none of them. Each must come after the headers that it includes. A
# header with vector code includes itself once for each vector width, and then only its last part, from #elif on, is
# read. That part replaces each of these #include lines.
set(result "// Made of the headers of dml_tensor_utils by its target single_file; change those instead.\n")

foreach(header IN LISTS HEADERS)
    file(READ "${header}" text)
    string(REPLACE "\r\n" "\n" text "${text}")
    if(text MATCHES "#elif defined[(]DTU_[A-Z]+_LANES[)]\n")
        set(lastPart "${CMAKE_MATCH_0}")
        string(FIND "${text}" "${lastPart}" begin)
        string(FIND "${text}" "#endif" end REVERSE)
        string(SUBSTRING "${text}" 0 ${begin} before)
        string(SUBSTRING "${text}" ${end} -1 after)
        string(LENGTH "${lastPart}" length)
        math(EXPR begin "${begin} + ${length}")
        math(EXPR length "${end} - ${begin}")
        string(SUBSTRING "${text}" ${begin} ${length} part)
        get_filename_component(name "${header}" NAME)
        string(REPLACE "#include \"${name}\"\n" "${part}" text "${before}${after}")
    endif()
    string(APPEND result "\n${text}")
endforeach()

foreach(header IN LISTS HEADERS)
    get_filename_component(name "${header}" NAME)
    string(REPLACE "#include \"${name}\"\n" "" result "${result}")
endforeach()
file(WRITE "${RESULT}" "${result}")
