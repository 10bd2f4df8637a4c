-- What a booking has beside its watch, whose condition is `booking`. The watch's terms say what was booked.
create table bookings (
  watch bigint primary key references watches (id) on delete cascade,
  reference text,
  -- The same as in the terms.
  cancel_by timestamptz not null,
  -- The cheapest offer of the last look that could replace the booking, as answers show it; null if none is cheaper.
  best json,
  reminded_at timestamptz,
  closed_at timestamptz
);
create index bookings_unreminded on bookings (cancel_by) where reminded_at is null and closed_at is null;
