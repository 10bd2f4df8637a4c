-- What each process has seen of a source in its last five minutes. A row counts until five minutes after its last call.
create table source_sightings (
  process uuid not null,
  source text not null,
  answered int not null,
  failed int not null,
  latency_ms int,
  seen_at timestamptz not null,
  answered_at timestamptz,
  -- Failures since its last answer: when they began, and the last five.
  failing_since timestamptz,
  failed_at timestamptz[] not null,
  failed_as text,
  failed_verb text,
  last_failed_at timestamptz,
  primary key (process, source)
);
