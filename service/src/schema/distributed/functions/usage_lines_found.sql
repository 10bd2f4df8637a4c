-- A transaction that the coordinator has committed may still wait for a worker to hear of it. Its lines count, so that is ended first.
create or replace function usage_lines_found(payers bigint[], line_ids uuid[])
returns setof uuid language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform recover_prepared_transactions();
  return query select l.id from unnest(payers, line_ids) as a(account, id)
  join usage_lines l on l.account = a.account and l.id = a.id;
end
$$;
