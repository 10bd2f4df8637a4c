const NO_AWARD = {
  currency: 'GBP',
  status: 'available',
  lowest_bar: 128,
  lowest_bar_after_tax: 153.6,
  lowest_points: null,
}

/** What an event says of a night that opened, apart from the night. */
export const AWARD = {
  watch_id: 'wat_1',
  chain: 'aurelia',
  hotel_code: 'LONOB',
  name: 'Aurelia London Observatory',
  los: 1,
  kind: 'award',
  previous: NO_AWARD,
  current: { ...NO_AWARD, lowest_points: 30_000 },
}
