-- Places that bookings are judged at have their turns here. Processes of the version before know no bookings, and take turns of
-- `place_turns` only, so they leave these places to others during an upgrade.
create table booked_turns (
  place bigint primary key references watched_places (id) on delete cascade
);
insert into booked_turns (place) select distinct place from watches where condition = 'booking' and deleted_at is null;
delete from place_turns where place in (select place from booked_turns);
