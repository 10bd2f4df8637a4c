-- Adds the lines of a batch whose account is among those that were charged. The array is hashed: a join would be a nested loop,
-- the only kind that the ledger's connection allows.
create or replace function usage_lines_add(
  charged bigint[], moment timestamptz, in_period int, payers bigint[], line_ids uuid[], payer_keys bigint[], endpoints text[],
  request_ids text[], all_credits bigint[], lives int[], cacheds int[], frees int[]
) returns void language plpgsql as $$
begin
  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
  select l.account, l.id, moment, in_period, l.key, l.endpoint, l.request_id, l.credits, l.live, l.cached, l.free
  from unnest(payers, line_ids, payer_keys, endpoints, request_ids, all_credits, lives, cacheds, frees)
    as l(account, id, key, endpoint, request_id, credits, live, cached, free)
  where l.account = any(charged);
end
$$;
