-- A deleted account keeps its row, without its address, until its charges and acts are forgotten.
alter table accounts add column deleted_at timestamptz;
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null;
