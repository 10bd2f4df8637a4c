-- Lets the transactions that write about the same hotels take turns. The shards are written in parallel, so their row locks come
-- in no order; these locks on the coordinator do. `what` is 1 for stays, 2 for cells: a transaction writes them in this order.
create or replace function hotels_take_turns(what int, hotel_nos bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(what, turn)
  from (select distinct hashint8(hotel) as turn from unnest(hotel_nos) as hotel order by turn) t;
end
$$;
