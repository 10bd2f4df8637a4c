-- None of the hotel's nights that /award/value ranks was seen after this. Who asks only for what is fresh, where hardly anything
-- is, finds the few hotels here instead of looking through all nights. It runs ahead of what was seen by some minutes, so that
-- most writes find it told already, and is never taken back.
create table value_looks (
  hotel int primary key,
  until bigint not null
) with (fillfactor = 70);

insert into value_looks (hotel, until)
select hotel, max(seen) + 300000 from cells where kind = 'a' and los = 1 and occ = 201 and cpp is not null group by hotel;

create index value_looks_until on value_looks (until);
