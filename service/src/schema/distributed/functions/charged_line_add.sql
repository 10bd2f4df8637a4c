create or replace function charged_line_add() returns trigger language plpgsql as $$
begin
  perform usage_add(new.account, new.id, new.at, new.period, new.key, new.endpoint, new.request_id, new.credits, new.live,
    new.cached, new.free);
  return new;
end
$$;
