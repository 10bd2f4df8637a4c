-- Adds the lines of a batch in one statement, which Citus sends to all workers at once. One statement per line would be a round
-- trip for each.
create or replace function charged_lines_flush() returns trigger language plpgsql
set citus.max_adaptive_executor_pool_size = 1 as $$
declare
  noted text := current_setting('vacancy.charged_lines', true);
begin
  if noted <> '' then
    execute 'insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free) values '
      || noted;
    perform set_config('vacancy.charged_lines', '', true);
  end if;
  return null;
end
$$;
