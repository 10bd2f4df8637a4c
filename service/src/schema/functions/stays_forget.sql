-- Deletes stays seen before a moment, at most so many. Returns how many.
create or replace function stays_forget(before_ms bigint, most int) returns bigint language plpgsql as $$
declare
  gone bigint;
begin
  delete from stays where ctid = any(array(select ctid from stays where seen < before_ms limit most));
  get diagnostics gone = row_count;
  return gone;
end
$$;
