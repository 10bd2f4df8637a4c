-- Whether a charge names the key.
create or replace function key_has_lines(of_account bigint, of_key bigint) returns boolean language plpgsql stable as $$
begin
  perform 1 from usage_lines where account = of_account and key = of_key limit 1;
  return found;
end
$$;
