# Makes one file: inserts the style, the script and the WebAssembly into the page.
cmake_minimum_required(VERSION 3.15)

execute_process(COMMAND "${BASE64}" INPUT_FILE "${WASM}" OUTPUT_VARIABLE wasmBase64 RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${BASE64} fails: ${failed}")
endif()
file(READ "${SOURCE_DIR}/explorer.css" css)
file(READ "${SOURCE_DIR}/explorer.js" js)
configure_file("${SOURCE_DIR}/index.html" "${PAGE}" @ONLY)
