-- Signed receipts of answers. The document and the bodies are packed.
create table receipts (
  id text primary key,
  account bigint not null references accounts (id) on delete cascade,
  made_at timestamptz not null,
  document bytea not null,
  -- Of the document and its bodies, as kept.
  bytes integer not null,
  -- The secret of the link by which others may see it.
  link text unique
);
create index receipts_account on receipts (account) include (bytes);
create index receipts_age on receipts (made_at);

-- The vendors' bodies by their hash. Several receipts may share one.
create table receipt_bodies (
  sha256 bytea primary key,
  body bytea not null,
  named_at timestamptz not null
);
create table receipt_parts (
  receipt text not null references receipts (id) on delete cascade,
  sha256 bytea not null references receipt_bodies (sha256),
  primary key (receipt, sha256)
);
create index receipt_parts_body on receipt_parts (sha256);

-- The keys that sign. A retired one has no private part any more.
create table receipt_keys (
  id text primary key,
  public_key bytea not null,
  private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index receipt_keys_current on receipt_keys ((true)) where retired_at is null;
