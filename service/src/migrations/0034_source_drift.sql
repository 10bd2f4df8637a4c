-- What the bodies of each source look like, per family and request: paths, types, the words of enumerations. Packed.
create table source_shapes (
  source text not null,
  family text not null,
  request text not null,
  shape bytea not null,
  answers bigint not null,
  updated_at timestamptz not null,
  primary key (source, family, request)
);

-- Calls that are kept to find out whether the family reads what has changed. Without secrets, packed.
create table source_samples (
  source text not null,
  family text not null,
  verb text not null,
  no smallint not null,
  sample bytea not null,
  updated_at timestamptz not null,
  primary key (source, family, verb, no)
);

-- Changes at a vendor in what its family reads.
create table source_drifts (
  id bigint generated always as identity primary key,
  source text not null,
  family text not null,
  request text not null,
  path text not null,
  change text not null,
  before text not null,
  after text not null,
  -- The body in which it was first seen. Without secrets, packed.
  body bytea not null,
  first_seen timestamptz not null,
  -- When an operator had the source learnt again, and who.
  learnt_at timestamptz,
  learnt_by text
);
create unique index source_drifts_open on source_drifts (source, family, request, path) where learnt_at is null;
create index source_drifts_newest on source_drifts (first_seen);

-- What operators want of a source: that it is learnt from the beginning, that its calls are recorded.
create table source_orders (
  source text primary key,
  epoch integer not null default 0,
  recording text,
  recording_until timestamptz
);

-- Recorded calls, until the command that wants them takes them.
create table source_recordings (
  id bigint generated always as identity primary key,
  recording text not null,
  made_at timestamptz not null,
  content bytea not null
);
create index source_recordings_of on source_recordings (recording, id);
