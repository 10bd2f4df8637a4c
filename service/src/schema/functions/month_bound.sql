-- The start of a month in a table's partition key: a night, or the first id with that time.
create or replace function month_bound(parent text, month date) returns text language sql immutable as $$
  select case parent
    when 'usage_lines' then (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text
    else month::text
  end
$$;
