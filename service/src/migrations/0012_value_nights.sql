-- The nights of a hotel that may have a worth, a bit each: day n since 1970 is bit n modulo 512, more than check-in can be ahead. A
-- request for hotels with many such nights finds them here instead of counting the nights of all hotels. `fresh_nights` leaves out
-- what was last seen more than a week ago. Writers only add nights; a daily chore takes away. Rows from before may have any night.
alter table value_looks
  add column nights bit(512) not null default ~ repeat('0', 512)::bit(512),
  add column fresh_nights bit(512) not null default ~ repeat('0', 512)::bit(512);
alter table value_looks alter column nights drop default, alter column fresh_nights drop default;
create index value_looks_nights on value_looks (bit_count(nights));
create index value_looks_fresh_nights on value_looks (bit_count(fresh_nights));
