#!/usr/bin/env python3
"""windows_names.py <compiler for Windows> <header>...

No identifier of the headers may be a macro of Windows' headers, because a program may include those first. On Windows,
the name of a function that is also a macro becomes that of another function.
"""
import re
import subprocess
import sys

# What programs with DirectML include. A compiler's Windows headers may lack some of them.
WINDOWS_HEADERS = """winsock2.h windows.h windowsx.h tchar.h strsafe.h intrin.h objbase.h unknwn.h combaseapi.h initguid.h
    wrl.h wrl/client.h commctrl.h shellapi.h shlobj.h mmsystem.h psapi.h dbghelp.h evntrace.h mfapi.h wincodec.h dwrite_3.h
    directxmath.h dxgi1_6.h dxgidebug.h d3d11_4.h d3d11on12.h d3d12.h d3d12sdklayers.h"""
WINDOWS_INCLUDES = "".join(f"#if __has_include(<{h}>)\n#include <{h}>\n#endif\n" for h in WINDOWS_HEADERS.split())

# The header about devices is about Windows' interfaces and uses these macros on purpose.
USED_ON_PURPOSE = set("""E_NOINTERFACE E_OUTOFMEMORY E_POINTER FAILED REFGUID REFIID STDMETHODCALLTYPE SUCCEEDED
    S_OK""".split())

NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.DOTALL)


def identifiers_of(code):
    return set(re.findall(r"\b[A-Za-z_]\w*", NO_CODE.sub(" ", code)))


def macros_of(compiler, code):
    command = [compiler, "-std=c++17", "-dM", "-E", "-x", "c++", "-"]
    defined = subprocess.run(command, input=code, capture_output=True, text=True)
    if defined.returncode != 0:
        sys.exit(f"{compiler} does not preprocess:\n{defined.stderr}")
    return set(re.findall(r"^#define (\w+)", defined.stdout, re.MULTILINE))


def main(compiler, headers):
    code = {header: open(header, encoding="utf-8").read() for header in headers}
    # Names with a leading underscore belong to the compiler: intrinsics, and what identifies the system.
    standard = set(re.findall(r"^ *# *include <(c?[a-z_]+)>$", "\n".join(code.values()), re.MULTILINE))
    standard_macros = macros_of(compiler, "".join(f"#include <{name}>\n" for name in sorted(standard)))
    macros = {name for name in macros_of(compiler, WINDOWS_INCLUDES) - standard_macros if not name.startswith("_")}

    # The check itself finds a macro without parameters, one with parameters, and nothing in comments and strings.
    planted = identifiers_of('void StoreFence(); // ERROR\nconst char *a = "IN"; int b = FAILED(c); /* OUT */')
    if planted & macros != {"StoreFence", "FAILED"} or not {"ERROR", "IN", "OUT"} <= macros:
        sys.exit(f"the check is wrong: among {len(macros)} macros it finds {sorted(planted & macros)}")

    found = [(header, name) for header in headers for name in sorted((identifiers_of(code[header]) & macros) - USED_ON_PURPOSE)]
    for header, name in found:
        print(f"{header}: {name} is a macro of Windows' headers")
    print(f"{len(headers)} headers, {len(macros)} macros, {len(found)} names are both")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
