-- Stays with ages of children are kept in the tables of all others, under numbers above those of hotels; see `keptHotel`. Here the
-- number of the party has the ages too, which takes more than two bytes.
alter table refreshes alter column occ type int;

-- The newest full answer of a source for one stay and one point of sale. Apart from `stays`, whose key and reads thus stay short.
-- `sale` is the country and the device, as in `DE/mobile`.
create table sale_stays (
  hotel bigint not null,
  seen bigint not null,
  checkin date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  sale text collate "C" not null,
  answer text not null,
  primary key (hotel, los, occ, currency, checkin, sale)
) with (fillfactor = 85);
