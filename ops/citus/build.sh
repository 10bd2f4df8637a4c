#!/bin/sh
# Builds Citus for Debian 12's PostgreSQL 15 and installs it beside that server. Run as root. Takes a few minutes.
#   ops/citus/build.sh [SOURCE]     SOURCE: an unpacked source tree, instead of the download
set -eu

VERSION=13.2.2
PG_CONFIG=${PG_CONFIG:-/usr/lib/postgresql/15/bin/pg_config}

apt-get install --yes --no-install-recommends postgresql-15 postgresql-server-dev-15 build-essential flex curl ca-certificates \
  libssl-dev libcurl4-openssl-dev liblz4-dev libzstd-dev libicu-dev libkrb5-dev libpam0g-dev libselinux1-dev libxml2-dev \
  libxslt1-dev libreadline-dev zlib1g-dev

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ $# -gt 0 ]; then
  cp -a "$1/." "$folder"
else
  curl --fail --location --silent --show-error "https://github.com/citusdata/citus/archive/refs/tags/v$VERSION.tar.gz" |
    tar --extract --gzip --strip-components=1 --directory "$folder"
fi
cd "$folder"

# PostgreSQL 15.20 and later export a function that this version of Citus still brings along for older servers.
if grep -q have_createdb_privilege "$("$PG_CONFIG" --includedir-server)/commands/dbcommands.h"; then
  perl -0 -pi -e 's/static inline bool\nhave_createdb_privilege\(void\)\n\{.*?\n\}\n//s' src/include/pg_version_compat.h
fi

PG_CONFIG=$PG_CONFIG ./configure --without-libcurl
make -s -j "$(nproc)" with_llvm=no extension
make -s with_llvm=no install-extension
