#!/usr/bin/env bash
# fetch_directml_header.sh <folder>: puts the SDK's DirectML.h, from Debian 13's directx-headers-dev, into <folder> and
# prints the path for DML_TENSOR_UTILS_DIRECTX_HEADERS. Needs Debian's apt-get and keyring; touches nothing outside <folder>.
# Exits with 77 if the package is not available.
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: $0 <folder>" >&2
    exit 2
fi
mkdir -p "$1"
root=$(cd "$1" && pwd)
package=directx-headers-dev
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
for needed in apt-get dpkg-deb; do
    command -v "$needed" >/dev/null || { echo "$0: no $needed on this machine" >&2; exit 77; }
done
[ -r "$keyring" ] || { echo "$0: no $keyring on this machine" >&2; exit 77; }

# The mirrors of this machine, from either format of its list of sources, without the security archive.
. /etc/os-release
mirrors=$(apt-get --print-uris update | sed -n "s|^'\(.*\)/dists/${VERSION_CODENAME:-none}/InRelease' .*|\1|p" || true)

cd "$root"
for mirror in $mirrors; do
    mkdir -p lists/partial cache/archives/partial
    echo "deb [signed-by=$keyring] $mirror trixie main" >sources.list
    options=(-qq -o "Dir::Etc::sourcelist=$root/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::Lists=$root/lists" -o "Dir::Cache=$root/cache" -o APT::Sandbox::User=root)
    if apt-get "${options[@]}" update >&2 && apt-get "${options[@]}" download "$package" >&2; then
        dpkg-deb -x "$package"_*.deb x
        echo "$root/x/usr/include"
        exit 0
    fi
    rm -rf lists cache
done
echo "$0: none of the machine's mirrors gave $package (tried: ${mirrors:-none})" >&2
exit 77
