# The stages of .ci/run, which runs them in a copy of the checkout. A stage has a variable and a target of its name:
#
#   name = title | files that it is about, for which alone it runs; none: it always runs | packages beside the usual
#
# Preset names are those of CMakePresets.json: `cmake --workflow --preset asan` repeats the stage asan without .ci/run. In a
# recipe, + lets compilers share the processors with the other stages, and exit code 77 skips the stage.
SHELL := .ci/run
.SHELLFLAGS = --stage $@
.ONESHELL:

# The longest come first. Each compiler, standard and processor has a stage, but not each combination.
stages := mutants tests coverage asan libcxx aarch64 mingw i386 mcdc mingw-32 tidy benchmarks release directx-headers \
    tsan costs gcc-20 msvc stack useless-cast format optimized
.PHONY: $(stages) table

headers := .ci CMakeLists.txt CMakePresets.json include
moving := .ci include/dml_tensor_utils.hpp include/dml_tensor_co
units := $(headers) tests/CMakeLists.txt tests/unit
clang19 := clang-19 libclang-rt-19-dev llvm-19 libc++-19-dev libc++abi-19-dev
windows := tests/compile/standalone tests/conformance examples/tools/directml_identity examples/tools/explain_directml

# ---- presets --------------------------------------------------------------------------------------------------------
asan = clang++ C++20, address and UB sanitizers, fuzzers | $(units) tests/compile tests/fuzz |
tsan = clang++ C++17, thread sanitizer | $(units) tests/compile/interop |
libcxx = clang++-19 C++23 with libc++, sanitized | | $(clang19)
gcc-20 = g++ C++20, each header alone | $(headers) tests/compile |
aarch64 = ARM64 (NEON), under qemu | $(units) | qemu-user g++-aarch64-linux-gnu
mingw-32 = 32-bit Windows by mingw-w64, linked | $(units) $(windows) | g++-mingw-w64-i686-posix
asan tsan libcxx gcc-20 aarch64 mingw-32:
	+cmake --workflow --preset $@

# Each command of README.md first, as a reader runs it, then the other tests in the same build folder, except those of the
# intrinsics, which asan and coverage run. No test of the explorer and of the API's pages may be skipped.
tests = README's commands, then all tests | | lld wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 \
    libclang-rt-14-dev-wasm32 chromium chromium-driver python3-selenium
tests:
	+sed -n '/^```sh$$/,/^```$$/{/^```/!p}' README.md >commands
	[ "$$(wc -l <commands)" -ge 3 ]
	while read -r command; do bash -c "$$command" </dev/null; done <commands
	cmake --preset all -DPython3_EXECUTABLE=/usr/bin/python3
	cmake --build --preset all
	ctest --preset all --label-exclude '^(unit|intrinsics)$$' | tee tests.log
	! grep -E ' (explorer|docs)\..*\*\*\*Skipped' tests.log

# Runs without qemu if the kernel can.
i386 = i386, g++ C++23, no exceptions, no RTTI | $(units) | qemu-user g++-i686-linux-gnu
i386:
	+echo 'int main() {}' | i686-linux-gnu-g++ -static -x c++ - -o probe
	emulator=
	./probe && emulator=-DCMAKE_CROSSCOMPILING_EMULATOR=env
	cmake --preset i386 $$emulator
	cmake --build --preset i386
	ctest --preset i386

# Wine has no DirectML.dll; programs that need it must report that. The Wine server is started first, so that it does not
# keep the pipe of ctest open.
mingw = Windows by mingw-w64, under Wine | $(units) $(windows) | g++-mingw-w64-x86-64-posix wine64
mingw:
	+cmake --preset mingw
	cmake --build --preset mingw
	export WINEPREFIX="$$PWD/build-mingw/wine" WINEDEBUG=-all
	mkdir "$$WINEPREFIX"
	/usr/lib/wine/wineserver -p
	trap '/usr/lib/wine/wineserver -k' EXIT
	/usr/lib/wine/wine64 wineboot --init >/dev/null 2>&1
	ctest --preset mingw

# Every warning of an optimized build, and all 2^32 values of FLOAT32 as FLOAT16. Takes minutes.
optimized = a Release build, all floats to FLOAT16 | - |
optimized:
	+cmake --workflow --preset release
	build-release/tests/strength/every_float
	build-release/tests/strength/relation_rates

# With Debian 12's package of DirectX headers, which has no DirectML.h, on the compiler's include path.
directx-headers = with Debian's directx-headers-dev | $(headers) tests/compile examples/directmlx |
directx-headers:
	+apt-get -qq -o APT::Sandbox::User=root download directx-headers-dev || exit 77
	dpkg-deb -x directx-headers-dev_*.deb directx
	export CPLUS_INCLUDE_PATH="$$PWD/directx/usr/include"
	[ -e directx/usr/include/wsl/winadapter.h ] && [ ! -e directx/usr/include/directx/DirectML.h ]
	export DML_TENSOR_UTILS_DIRECTX_HEADERS=
	cmake --preset all -B build-directx
	cmake --build build-directx --target dml_tensor_utils_programs standalone_translation_units interop_tests
	ctest --test-dir build-directx --output-on-failure -R '^interop|example_programs|^standalone.trans' -E 'sdk|sections|real'

# ---- would the tests notice a mistake? ------------------------------------------------------------------------------
# The tests must run every line of the headers, except lines that say why not. The variant with intrinsics is counted
# separately, because its functions have the same names in other lines. Of its branches 98 % are asked: it is a quarter of
# the code, with as many switches whose other values do not occur.
coverage = coverage of lines and branches | $(units) | gcovr
coverage:
	+grep -qw avx512bw /proc/cpuinfo || { echo "this machine has no AVX-512"; exit 77; }
	cmake --workflow --preset coverage
	report="gcovr --root . --exclude-throw-branches --exclude-unreachable-branches --print-summary \
	    --fail-under-line 100"
	$$report --fail-under-branch 99 --exclude-directories '.*_intrinsics_tests\.dir' --filter include/dml_tensor_ build-coverage/tests
	$$report --fail-under-branch 98 --filter 'include/dml_tensor_co(py|nvert)' \
	    build-coverage/tests/unit/CMakeFiles/dml_tensor_moving_intrinsics_tests.dir

# MC/DC: each condition of a decision must be shown to decide it, in the headers without kernels. mcdc.md lists the
# conditions that cannot be reached.
mcdc = condition coverage (MC/DC) | $(units) tests/strength/mcdc | $(clang19)
mcdc:
	+cmake --workflow --preset mcdc
	cd build-mcdc
	for header in utils interop compare operator_schema operators graph; do
	    program=tests/unit/dml_tensor_$${header/operator_schema/operators}_tests
	    LLVM_PROFILE_FILE=$$header.raw $$program --gtest_brief=1
	    llvm-profdata-19 merge -o $$header.data $$header.raw
	    llvm-cov-19 export --instr-profile=$$header.data $$program ../include/dml_tensor_$$header.hpp >$$header.json
	done
	python3 ../tests/strength/mcdc.py {utils,interop,compare,operator_schema,operators,graph}.json

# In the checkout itself, because the copy has no history.
mutants = mutants of the changed lines | .ci include tests/strength/mutation |
mutants:
	python3 -B "$$TOP/tests/strength/mutation/mutate.py" --gate --base auto --jobs "$$JOBS"

stack = the maximum stack, 56 KiB | $(moving) tests/strength/stack |
stack:
	python3 -B tests/strength/stack.py 56

# ---- the release ----------------------------------------------------------------------------------------------------
# The scripts of release.yml: the assets and their sums, a program with the single file, and tags that are right and wrong.
release = release assets | $(headers) docs/packaging |
release:
	+.ci/release assets assets
	(cd assets && sha256sum --check SHA256SUMS)
	.ci/release compile g++ assets
	.ci/release compile clang++ assets
	version=$$(basename assets/dml_tensor_utils-*.zip .zip)
	tag=v$${version#*-}
	git init -q repository
	cp -r .ci include repository
	cd repository
	git config user.name ci
	git config user.email ci@localhost
	git add -A
	git commit -qm release
	git tag "$$tag"
	git tag v0.0.1
	git branch older
	export MAIN_BRANCH=older
	.ci/release tag "$$tag"
	if .ci/release tag v0.0.1; then exit 1; fi
	git commit -q --allow-empty -m "not on the main branch"
	git tag -f "$$tag"
	if .ci/release tag "$$tag"; then exit 1; fi

# ---- costs and style ------------------------------------------------------------------------------------------------
benchmarks = benchmarks | $(moving) CMakeLists.txt CMakePresets.json tests/benchmark |
benchmarks:
	+cmake --workflow --preset benchmarks
	for name in move convert compare relation; do build-benchmarks/tests/benchmark/$${name}_benchmark --quick; done

# Checks the instructions of each operation, and that literal sizes fold. Times are printed but not checked.
costs = instruction counts | $(headers) tests/benchmark |
costs:
	python3 -B tests/benchmark/costs.py --check

msvc = clang in MSVC mode | $(headers) tests/compile $(windows) | g++-mingw-w64-x86-64-posix
msvc:
	tests/compile/msvc_mode/check.sh

# A warning that only g++ has. The headers must be free of it; the tests need not.
useless-cast = g++ -Wuseless-cast of the headers | .ci include |
useless-cast:
	for variant in DEFAULT DML_TENSOR_UTILS_COPY_PORTABLE=1 DML_TENSOR_UTILS_COPY_INTRINSICS=1; do
	    g++ -std=c++17 -fsyntax-only -Wuseless-cast -D$$variant '-DDML_TENSOR_UTILS_TEST_DATA=""' -Iinclude -Itests/unit \
	        tests/unit/{copy,convert,interop,operators,operator_tensors,owned_operator,graph,bindings}_test.cpp 2>&1
	done | tee useless_cast.log
	! grep -A 3 'include/dml_tensor_.*: warning: ' useless_cast.log

format = clang-format | |
format:
	find include tests examples docs/packaging -name '*.[hc]pp' -o -name '*.h' | xargs clang-format --dry-run -Werror
	# clang-format wraps a banner that is too long, and then its line of dashes stands alone.
	! grep -rnE -B 1 '^ *// ?-+$$' include tests examples | grep -E '// ---- '

# The headers, the examples, and the tests that changed or include what changed. Tests are concatenated to one file, because
# GoogleTest's header takes longer than a test, and some checks ignore included files. Those that replace operator new[]
# stay alone. Files that need <windows.h> or the SDK's types are left out.
tidy = clang-tidy | |
tidy:
	set +o pipefail
	mkdir tidy
	printf '#include "dml_tensor_%s.hpp"\n' relation convert interop owned_operator graph bindings >tidy/headers.cpp
	grep '^tests/.*\.[hc]pp$$' "$$CHANGED" | while read -r file; do
	    case $$file in
	    *.hpp) grep -rlF --include='*.cpp' "$${file##*/}\"" tests || true ;;
	    *) [ ! -e "$$file" ] || echo "$$file" ;;
	    esac
	done | sort -u >changed
	grep '_test\.cpp$$' changed | xargs -r grep -L 'dml_tensor_device\.hpp' >portable || true
	xargs -r -a portable grep -l '^void\* operator new' | xargs -r cp -t tidy
	xargs -r -a portable grep -L '^void\* operator new' | xargs -r cat >tidy/all_tests.cpp
	{ find tidy examples -name '*.cpp'; grep -E '^tests/(compile/(standalone|interop)|use/consumer)/' changed || true; } |
	    grep -vE '/(directml_identity|operator_structs|streaming_after_windows|explain_[a-z]+)\.cpp$$' |
	    xargs -P "$$JOBS" -I FILE clang-tidy --quiet FILE -- -std=c++17 -Iinclude -Itests/unit -Itests/compile \
	        -Itests/programs -Iexamples/tools/describe_tensor -isystem tests/compile/interop/mock -DDIRECTMLX_FIRST=1 \
	        -DOLDER_FIRST=1 '-DDML_TENSOR_UTILS_TEST_DATA=""' \
	        '-DDML_TENSOR_UTILS_TEST_PROJECT_VERSION=""'

# What .ci/run reads.
table:
$(if $(filter table,$(MAKECMDGOALS)),$(foreach stage,$(stages),$(info $(stage)|$($(stage)))))
