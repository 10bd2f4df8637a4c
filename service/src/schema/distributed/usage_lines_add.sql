-- The setting lets the server see the lists when it plans, so that it knows the shards of their accounts.
create or replace function usage_lines_add(
  charged bigint[], moment timestamptz, in_period int, payers bigint[], line_ids uuid[], payer_keys bigint[], endpoints text[],
  request_ids text[], all_credits bigint[], lives int[], cacheds int[], frees int[]
) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
  select l.account, l.id, moment, in_period, l.key, l.endpoint, l.request_id, l.credits, l.live, l.cached, l.free
  from unnest(payers, line_ids, payer_keys, endpoints, request_ids, all_credits, lives, cacheds, frees)
    as l(account, id, key, endpoint, request_id, credits, live, cached, free)
  where l.account = any(charged);
end
$$;
