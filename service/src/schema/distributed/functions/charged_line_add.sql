-- Notes a line for `charged_lines_flush`. A request with an amount of zero has no line.
create or replace function charged_line_add() returns trigger language plpgsql as $$
declare
  noted text := current_setting('vacancy.charged_lines', true);
begin
  if new.credits > 0 then
    perform set_config('vacancy.charged_lines', coalesce(nullif(noted, '') || ',', '') || format(
      '(%s,%L,%L,%s,%s,%L,%L,%s,%s,%s,%s)', new.account, new.id, new.at, new.period, new.key, new.endpoint, new.request_id,
      new.credits, new.live, new.cached, new.free), true);
  end if;
  return new;
end
$$;
