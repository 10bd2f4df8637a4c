-- Charges watches for an ended round, releases the rest of what was held, and writes one usage line each. The caller has locked the
-- refresh and the watches: a round ends once.
create or replace function watches_settle(watch_ids bigint[], charges bigint[], line_ids uuid[], cacheds int[], frees int[])
returns void language plpgsql as $$
declare
  moment timestamptz;
  this_period int;
begin
  perform 1 from meters where account in (select w.account from watches w where w.id = any(watch_ids))
    order by account for update;
  moment := ledger_now();
  this_period := ledger_period(moment);

  perform usage_add(w.account, s.line, moment, this_period, w.key, 'watch', coalesce(w.asked_request, w.request_id), s.charge, 0,
    s.cached, s.free, watch => w.public_id)
  from unnest(watch_ids, charges, line_ids, cacheds, frees) as s(id, charge, line, cached, free)
  join watches w on w.id = s.id;

  perform meter_settle(w.account, w.key, moment, sum(s.charge)::bigint, sum(w.held)::bigint)
  from unnest(watch_ids, charges) as s(id, charge) join watches w on w.id = s.id
  group by w.account, w.key;

  update watches set held = 0, held_for = null, asked_request = null where id = any(watch_ids);
end
$$;
