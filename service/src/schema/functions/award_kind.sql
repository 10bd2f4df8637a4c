-- The kind of award cells, `KIND_LETTER.award`. The planner computes it, faster in PL/pgSQL than in SQL.
create or replace function award_kind() returns "char" language plpgsql immutable parallel safe as $$
begin
  return 'a';
end
$$;
