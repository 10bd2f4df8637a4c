-- All at once: each worker deletes its own.
create or replace function stays_forget(before_ms bigint, most int)
returns bigint language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  gone bigint;
begin
  delete from stays where seen < before_ms;
  get diagnostics gone = row_count;
  return gone;
end
$$;
