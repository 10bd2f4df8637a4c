/** What both servers answer: the size and shape of a cached `/shop` answer, to the byte the same on both sides. */
export const ANSWER = JSON.stringify({
  chain: 'aurelia',
  hotel_id: 'AUR-LIS-014',
  hotel_name: 'Aurelia Lisboa Chiado',
  checkin: '2027-03-18',
  checkout: '2027-03-20',
  adults: 2,
  children: 0,
  rooms: 1,
  currency: 'EUR',
  rates: ['FLEX', 'MEMBER', 'ADVANCE', 'BREAKFAST'].map((plan, index) => ({
    rate_plan: plan,
    room_type: 'Deluxe double, river side',
    total: 412.5 + index * 31.25,
    total_before_tax: 382.4 + index * 28.9,
    refundable: index !== 2,
    cancel_by: '2027-03-16T18:00:00Z',
  })),
  cached: true,
  cache_age_sec: 42,
})

export const ASKED = JSON.stringify({
  chain: 'aurelia',
  hotel_id: 'AUR-LIS-014',
  checkin: '2027-03-18',
  checkout: '2027-03-20',
  adults: 2,
  currency: 'EUR',
})

/** The live price of the one unit that is sold; from the cache it costs a quarter. */
export const UNIT_PRICE_MILLI = 1000
