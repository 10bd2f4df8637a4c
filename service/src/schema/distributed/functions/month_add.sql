-- The new month is distributed like the rest before it is attached.
create or replace function month_add(parent text, month date) returns boolean language plpgsql as $$
declare
  part text := parent || to_char(month, '_YYYY_MM');
  rest text := parent || '_rest';
  key text := case parent when 'usage_lines' then 'id' else 'night' end;
  starts text := month_bound(parent, month);
  ends text := month_bound(parent, (month + interval '1 month')::date);
begin
  if to_regclass(part) is not null then return false; end if;
  execute format('lock table %I in access exclusive mode', rest);
  if to_regclass(part) is not null then return false; end if;
  execute format('create table %I (like %I including all)', part, rest);
  perform create_distributed_table(part, case parent when 'usage_lines' then 'account' else 'hotel' end, colocate_with => rest);
  execute format('insert into %5$I select * from %1$I where %2$I >= %3$L and %2$I < %4$L', rest, key, starts, ends, part);
  execute format('delete from %1$I where %2$I >= %3$L and %2$I < %4$L', rest, key, starts, ends);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return true;
end
$$;
