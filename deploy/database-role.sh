#!/bin/sh
# Creates the role of the server. The PostgreSQL image runs this once, when its volume is empty, as the owner.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v password="$APPLICATION_PASSWORD" <<'SQL'
CREATE ROLE grandstand LOGIN PASSWORD :'password';
SQL
