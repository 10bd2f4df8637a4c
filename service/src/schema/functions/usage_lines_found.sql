-- Which of these requests have a line, to find the outcome of a lost commit.
create or replace function usage_lines_found(payers bigint[], line_ids uuid[]) returns setof uuid language sql stable as $$
  select l.id from unnest(payers, line_ids) as a(account, id) join usage_lines l on l.account = a.account and l.id = a.id
$$;
