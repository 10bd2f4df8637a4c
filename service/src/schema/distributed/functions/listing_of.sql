-- The answer of a server, which must not be missing: a ranking without its hotels would look complete.
create or replace function listing_of(success boolean, result text) returns json language plpgsql immutable as $$
begin
  if success is not true then
    raise exception 'a server could not list its cells: %', result;
  end if;
  return result::json;
end
$$;
