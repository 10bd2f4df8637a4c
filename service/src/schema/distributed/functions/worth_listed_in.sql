create or replace function worth_listed_in(
  of_country text, nights date[], classes int[], factors float8[], adds float8[], least_cpp bigint, of_sources text[], most int
) returns table (hotel bigint, source text, code text, class int, bound bigint, place bigint)
language plpgsql stable as $$
begin
  return query select * from worth_listed_where(
    format('country = %L', of_country), nights, classes, factors, adds, least_cpp, of_sources, most);
end
$$;
