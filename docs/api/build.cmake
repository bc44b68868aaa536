# Runs DOXYGEN with DOXYFILE, which writes to OUTPUT_DIR. Fails where a public name has no documentation.
cmake_minimum_required(VERSION 3.15)

file(REMOVE_RECURSE "${OUTPUT_DIR}/html" "${OUTPUT_DIR}/xml")
execute_process(COMMAND "${DOXYGEN}" "${DOXYFILE}" RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "doxygen failed: ${failed}")
endif()

# Doxygen 1.9.4 says nothing of an enumerator, nor of a class where no member is documented either.
set(space "[ \n]*")
string(CONCAT undocumented
    "<briefdescription>${space}</briefdescription>${space}<detaileddescription>${space}</detaileddescription>${space}")
set(enumerator "<name>([^<]+)</name>${space}(<initializer>[^<]*</initializer>${space})?${undocumented}</enumvalue>")
file(GLOB files "${OUTPUT_DIR}/xml/*.xml")
foreach(file IN LISTS files)
    file(READ "${file}" text)
    if(text MATCHES "${enumerator}")
        message(FATAL_ERROR "The enumerator ${CMAKE_MATCH_1} is not documented.")
    endif()
    # The description of a class stands behind those of its members, which are indented further.
    if(text MATCHES "kind=\"(class|struct|union)\"[^>]* prot=\"public\">${space}<compoundname>([^<]+)<")
        set(name "${CMAKE_MATCH_2}")
        if(text MATCHES "\n    ${undocumented}")
            message(FATAL_ERROR "The class ${name} is not documented.")
        endif()
    endif()
endforeach()
