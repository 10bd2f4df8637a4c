-- Adds one usage line, unless the cost is zero. Only billing/statements.ts also writes lines, in its hot statement.
create or replace function usage_add(
  payer bigint, line uuid, moment timestamptz, in_period int, payer_key bigint, endpoint text, request_id text, credits bigint,
  live int, cached int, free int, job text default null, task int default null, watch text default null
) returns void language plpgsql as $$
begin
  if credits > 0 then
    insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free, job, task, watch)
    values (payer, line, moment, in_period, payer_key, endpoint, request_id, credits, live, cached, free, job, task, watch);
  end if;
end
$$;
