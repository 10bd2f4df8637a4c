-- The meters now: a month without charges reads as zero. For reading only; charges use `meter_open`.
create view meters_now as
select m.account, p.period, m.allowance, m.held, m.burst, m.owners,
  case when m.period = p.period then m.used else 0 end as used,
  case when m.period = p.period then m.spend else array_fill(0::bigint, array[cardinality(m.owners)]) end as spend
from meters m cross join (select ledger_period(ledger_now()) as period) p;
