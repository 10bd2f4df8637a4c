-- Sources that operators connected, and their changes of bundled ones. `entry` is as in a file of sources, without credentials; those
-- are in `secrets`, encrypted, as JSON. Without a vendor, `entry` has only what differs from the bundled entry.
create table connected_sources (
  id text collate "C" primary key,
  vendor text,
  entry jsonb not null,
  secrets bytea not null,
  disabled boolean not null,
  -- Counted up with each change. Somebody who changes an older version is told what changed since.
  version int not null,
  changes jsonb not null,
  changed_at timestamptz not null
);

-- One row. Every process looks at the revision, and reads the sources again when it has changed.
create table source_settings (
  one boolean primary key default true check (one),
  revision bigint not null,
  sandbox boolean not null,
  -- What the operator chose at the first start: to look around in the sandbox, or to connect a source.
  choice text
);
insert into source_settings (revision, sandbox) values (0, true);
