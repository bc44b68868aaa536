cmake_minimum_required(VERSION 3.20)

# Writes RESULT, a source file with the examples of PAGES, which are Markdown pages in SOURCE_DIR:
#
#   a cpp block that holds an assert or a static_assert
# below a heading "#### Name" of the chapter "Reasons": a cpp block that makes a `reason` and ends with a comment, which
# is the sentence of Explain without the name; the chapter's cpp blocks that have no such heading come before it
#
#   on a page of RECIPES, which are some of PAGES: each cpp block, which must print the text block after it to std::cout
#
# A block after the line "<!-- needs: MACRO -->" is compiled only if the macro is defined.
include("${CMAKE_CURRENT_LIST_DIR}/../../lines.cmake")

set(globals "")
set(examples "") # in a function each
set(count 0)

# close_block(): handles the block that ends here
macro(close_block)
    string(REGEX MATCH "\n// ([^\n]+)\n$" sentence "${block}")
    set(sentence "${CMAKE_MATCH_1}")
    set(example "")
    if(page IN_LIST RECIPES)
        set(recipe "BeginPrinting();\n#line ${start} \"${page}\"\n${block}")
        set(recipeNeeds "${needs}")
    elseif(reason AND block MATCHES "Diagnosis reason")
        string(REPLACE "\"" "\\\"" sentence "${sentence}")
        set(example "${setup}{\n#line ${start} \"${page}\"\n${block}CheckReason(\"${reason}\", reason, \"${sentence}\");\n}\n")
    elseif(inReasons AND NOT reason)
        string(APPEND setup "#line ${start} \"${page}\"\n${block}")
    elseif(block MATCHES "template <>")
        string(APPEND globals "#line ${start} \"${page}\"\n${block}")
    elseif(block MATCHES "assert[(]")
        set(example "#line ${start} \"${page}\"\n${block}")
    endif()
    if(example)
        add_example("${needs}")
    endif()
endmacro()

# add_example(macro): adds `example`, if there is a macro only where it is defined
macro(add_example macro)
    if(NOT "${macro}" STREQUAL "")
        set(example "#if defined(${macro})\n${example}#endif\n")
    endif()
    string(APPEND examples "void Example${count}()\n{\n${example}}\n")
    math(EXPR count "${count} + 1")
endmacro()

# close_printed(): adds the expected output of the recipe above the text block that ends here
macro(close_printed)
    set(example "${recipe}CheckPrinted(\"${page}:${start}\", R\"~(${block})~\");\n")
    add_example("${recipeNeeds}")
    set(recipe "")
endmacro()

# require_printed(): fails if a recipe has no output block
macro(require_printed)
    if(recipe)
        message(FATAL_ERROR "${page}: what the cpp block above line ${lineNumber} prints is not shown")
    endif()
endmacro()

foreach(page IN LISTS PAGES)
    open_lines("${SOURCE_DIR}/${page}")
    set(inReasons FALSE)
    set(reason "")
    set(setup "")
    set(inBlock FALSE)
    set(inPrinted FALSE)
    set(recipe "")
    set(previous "")
    while(NOT rest STREQUAL "")
        next_line()
        if(inBlock AND line STREQUAL "```")
            set(inBlock FALSE)
            close_block()
        elseif(inPrinted AND line STREQUAL "```")
            set(inPrinted FALSE)
            close_printed()
        elseif(inBlock OR inPrinted)
            string(APPEND block "${line}\n")
        elseif(recipe AND line STREQUAL "```text")
            set(inPrinted TRUE)
            set(block "")
            math(EXPR start "${lineNumber} + 1")
        elseif(line STREQUAL "```cpp")
            require_printed()
            set(inBlock TRUE)
            set(block "")
            set(needs "")
            if(previous MATCHES "^<!-- needs: (.+) -->$")
                set(needs "${CMAKE_MATCH_1}")
            endif()
            math(EXPR start "${lineNumber} + 1")
        elseif(line MATCHES "^## (.+)$")
            require_printed()
            set(inReasons FALSE)
            if(CMAKE_MATCH_1 STREQUAL "Reasons")
                set(inReasons TRUE)
            endif()
            set(reason "")
        elseif(line MATCHES "^### ")
            set(reason "")
        elseif(inReasons AND line MATCHES "^#### ([A-Za-z]+)$")
            set(reason "${CMAKE_MATCH_1}")
        endif()
        set(previous "${line}")
    endwhile()
    require_printed()
endforeach()

set(calls "")
math(EXPR last "${count} - 1")
foreach(n RANGE ${last})
    string(APPEND calls "    Example${n}();\n")
endforeach()
file(WRITE "${RESULT}"
    "#include \"page_examples.hpp\"\n\n${globals}namespace\n{\n${examples}}\nvoid RunExamples()\n{\n${calls}}\n")
