-- Only processes of version 1.0 call this, as `mcp_reserve`.
-- Replaces a reservation by what the call cost; a call that started jobs keeps its worst case. Locks the cap first, as `mcp_reserve`
-- does.
create or replace function mcp_settle(of_key bigint, call uuid, charged bigint, has_jobs boolean) returns void language plpgsql as $$
begin
  perform 1 from mcp_caps where key = of_key for update;
  with ended as (
    delete from mcp_calls where id = call returning day, credits
  )
  update mcp_caps c set spent = c.spent + case when has_jobs then e.credits else charged end
  from ended e where c.key = of_key and c.day = e.day;
end
$$;
