-- The most that a key may spend through tools per day (UTC), and what it has spent on the day of its last call.
create table mcp_caps (
  key bigint primary key references keys (id) on delete cascade,
  credits bigint not null check (credits > 0),
  day date not null,
  spent bigint not null default 0
);

-- Calls of capped keys that are under way, with their worst case.
create table mcp_calls (
  id uuid primary key,
  key bigint not null references mcp_caps (key) on delete cascade,
  day date not null,
  credits bigint not null,
  with_jobs boolean not null,
  made_at timestamptz not null
);
create index mcp_calls_of_key on mcp_calls (key, made_at);
