#!/bin/sh
# Runs once, when PostgreSQL makes its data folder (compose.yaml): the role that Kemas connects with, and its database.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --set password="$KEMAS_PASSWORD" <<'SQL'
create role kemas login password :'password';
create database kemas owner kemas;
SQL
