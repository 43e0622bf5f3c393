#!/bin/sh
# Writes what an image holds besides its app: Node, for an app that runs git also git with its transport for http, the
# libraries that they load, certificates, a user and a folder for temporary files; for all services in one also one for files.
#   sh docker/system.sh <app> <folder>
set -eu

app=${1:?the name of an app}
root=${2:?a folder}

# with_libraries <program>: it and every library that it loads, one path a line.
with_libraries() {
  echo "$1"
  ldd "$1" | grep -o '/[^ ]*'
}

mkdir -p "$root/usr/bin" "$root/etc/ssl/certs" "$root/tmp"
chmod 1777 "$root/tmp"
cp -L "$(command -v node)" "$root/usr/bin/node"
# What is left out is of use to debuggers alone, and a seventh of the program.
if command -v strip > /dev/null; then strip --strip-all "$root/usr/bin/node"; fi
with_libraries "$(command -v node)" | tail -n +2 | xargs cp -L --parents --target-directory "$root"

if [ "$app" = bindery ]; then
  mkdir "$root/files"
  chmod 1777 "$root/files"
fi

if [ "$app" = content ] || [ "$app" = bindery ]; then
  transport=$(git --exec-path)/git-remote-http
  { with_libraries "$(command -v git)"; with_libraries "$transport"; } | sort -u |
    xargs cp -L --parents --target-directory "$root"
  ln -s git-remote-http "$root${transport}s"
fi

cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'bindery:x:10001:10001::/tmp:/' > "$root/etc/passwd"
echo 'bindery:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
