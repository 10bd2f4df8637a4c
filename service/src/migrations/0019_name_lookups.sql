-- Hotels that a metasearch engine found by a name, for searches that were paid for.
create table name_lookups (
  source text not null,
  asked text not null,
  hotels bigint[] not null,
  created_at timestamptz not null,
  primary key (source, asked)
);
create index name_lookups_age on name_lookups (created_at);
