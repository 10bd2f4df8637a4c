-- Fingerprints of the SECRET_KEYs that may have encrypted something. A process must hold all of them.
create table secret_keys (
  fingerprint bytea primary key,
  added_at timestamptz not null default now()
);

-- One row, replaced by a restore: running processes notice that their database is another one.
create table database_identity (
  id uuid primary key default gen_random_uuid()
);
insert into database_identity default values;
