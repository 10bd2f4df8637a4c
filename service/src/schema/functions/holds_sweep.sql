-- Deletes expired holds of an account and returns their sum. The caller has locked the meter and subtracts the sum from what is held.
create or replace function holds_sweep(payer bigint, moment timestamptz, out amount bigint, out holds int) language plpgsql as $$
begin
  with gone as (
    delete from holds h where h.account = payer and h.expires_at <= moment returning h.amount
  )
  select coalesce(sum(gone.amount), 0), count(*) into amount, holds from gone;
end
$$;
