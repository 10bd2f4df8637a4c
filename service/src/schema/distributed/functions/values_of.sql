-- Rows of a table as the list behind `values`, in the order of its columns.
create or replace function values_of(table_rows anyarray) returns text language sql immutable as $$
  select string_agg('(' || (select string_agg(quote_nullable(value), ',') from json_each_text(to_json(r))) || ')', ',')
  from unnest(table_rows) r
$$;
