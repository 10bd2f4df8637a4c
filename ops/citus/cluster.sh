#!/bin/sh
# Runs a Citus coordinator and its workers on this machine, for tests and trials. Everybody on this machine may connect to it.
#   ops/citus/cluster.sh start FOLDER WORKERS [SETTING=VALUE …]     prints the coordinator's address
#   ops/citus/cluster.sh stop FOLDER
# The coordinator listens on FIRST_PORT (9700), the workers on the ports after it.
set -eu

BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
FIRST_PORT=${FIRST_PORT:-9700}

# PostgreSQL refuses to run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

sql() {
  as_owner "$BIN/psql" --quiet --no-psqlrc --tuples-only --set=ON_ERROR_STOP=1 --host=127.0.0.1 --port="$1" --username=postgres \
    --command="$2" postgres
}

start() {
  folder=$1
  workers=$2
  shift 2
  mkdir -p "$folder"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
  for number in $(seq 0 "$workers"); do
    data=$folder/node-$number
    if [ ! -d "$data" ]; then
      as_owner "$BIN/initdb" --pgdata="$data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
      {
        echo "listen_addresses = '127.0.0.1'"
        echo "port = $((FIRST_PORT + number))"
        echo "unix_socket_directories = ''"
        echo "shared_preload_libraries = 'citus'"
        echo "max_connections = 500"
        # A transaction on several workers is prepared on each before it is committed.
        echo "max_prepared_transactions = 500"
        # Citus has a process of its own in every database.
        echo "max_worker_processes = 100"
        for setting in "$@"; do echo "${setting%%=*} = '${setting#*=}'"; done
      } | as_owner tee --append "$data/postgresql.conf" >/dev/null
    fi
    as_owner "$BIN/pg_ctl" --pgdata="$data" --log="$folder/node-$number.log" --wait --silent start
    sql $((FIRST_PORT + number)) 'create extension if not exists citus'
  done
  sql "$FIRST_PORT" "select citus_set_coordinator_host('127.0.0.1', $FIRST_PORT)" >/dev/null
  for number in $(seq 1 "$workers"); do
    sql "$FIRST_PORT" "select citus_add_node('127.0.0.1', $((FIRST_PORT + number)))" >/dev/null
  done
  echo "postgres://postgres@127.0.0.1:$FIRST_PORT/postgres"
}

stop() {
  for data in "$1"/node-*/; do
    as_owner "$BIN/pg_ctl" --pgdata="$data" --mode=immediate --silent stop || true
  done
}

case ${1:-} in
  start) shift && start "$@" ;;
  stop) shift && stop "$@" ;;
  *) sed -n '2,5s/^# //p' "$0" && exit 64 ;;
esac
