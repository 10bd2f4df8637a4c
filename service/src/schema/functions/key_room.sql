-- What a key may still spend today, or null if it has no daily cap. What is reserved for it counts until it is settled, on whichever
-- day that is, so the charges of no day exceed the cap. `holding`: whether holds of requests in flight count. The caller has opened
-- the meter.
create or replace function key_room(m meters, payer_key bigint, holding boolean) returns bigint language plpgsql as $$
declare
  place int := array_position(m.owners, payer_key);
  cap bigint;
  spent bigint;
begin
  if place is not null then
    cap := m.caps[place];
  else
    -- A revoked key keeps its cap: its watches and schedules go on.
    select k.daily_cap into cap from keys k where k.id = payer_key;
  end if;
  if cap is null then return null; end if;
  if place is not null then
    spent := m.today[place];
  else
    select coalesce(sum(u.credits), 0) into spent from usage_lines u
    where u.account = m.account and u.key = payer_key and u.id >= month_bound('usage_lines', m.day)::uuid;
  end if;
  return cap - spent
    - (select coalesce(sum(j.held), 0) from jobs j where j.account = m.account and j.key = payer_key and j.held > 0)
    - (select coalesce(sum(w.held), 0) from watches w where w.account = m.account and w.key = payer_key and w.held > 0)
    - case when holding then (select coalesce(sum(h.amount), 0) from holds h where h.account = m.account and h.key = payer_key) else 0 end;
end
$$;
