import { expect, test } from 'vitest'
import { slackMessage } from '../../src/endpoints/kinds/slack/message.ts'

const CELL = {
  currency: 'GBP',
  status: 'available',
  lowest_bar: 128,
  lowest_bar_after_tax: 153.6,
  lowest_points: null,
}
const EVENT = {
  id: 'evt_1',
  type: 'watch.rebook',
  created_at: '2026-11-15T12:00:00Z',
  watch_id: 'wat_1',
  chain: 'aurelia',
  hotel_code: 'LONOB',
  name: 'Observatory <!channel> & Spa',
  night: '2026-12-30',
  los: 3,
  kind: 'cash',
  current: CELL,
  rebook: { paid: 197, current: 153.6, saving: 43.4, saving_pct: 22.03, saving_total: 130.2 },
}

const bytes = (event: object) => Buffer.from(JSON.stringify(event))

test('a message says what happened in a line and in blocks, with a link to the watch', () => {
  expect(slackMessage(bytes(EVENT), 'https://vacancy.example')).toEqual({
    text: 'Observatory &lt;!channel&gt; &amp; Spa, 30 Dec – 2 Jan 2027: £153.60 per night, 22% below what you paid',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*Observatory &lt;!channel&gt; &amp; Spa, 30 Dec – 2 Jan 2027*\n£153.60 per night, 22% below what you paid',
        },
      },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Hotel*\nObservatory &lt;!channel&gt; &amp; Spa (aurelia:LONOB)' },
          { type: 'mrkdwn', text: '*Stay*\n30 Dec – 2 Jan 2027, 3 nights' },
          { type: 'mrkdwn', text: '*You paid*\n£197.00 per night' },
          { type: 'mrkdwn', text: '*Total saving*\n£130.20' },
          { type: 'mrkdwn', text: '*Now*\n£153.60 per night with taxes' },
        ],
      },
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: '<https://vacancy.example/watches/wat_1|Open the watch>  ·  watch.rebook  ·  evt_1',
          },
        ],
      },
    ],
  })
})

test('a message stays within the limits of Slack, whatever the event holds', () => {
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, 'x'.repeat(5000)]))
  const { text, blocks } = slackMessage(
    bytes({ id: 'evt_1', type: 'other', created_at: 'now', ...fields }),
    '',
  ) as {
    text: string
    blocks: { fields?: { text: string }[] }[]
  }
  expect(text.length).toBeLessThanOrEqual(3000)
  const shown = blocks.flatMap((block) => block.fields ?? [])
  expect(shown).toHaveLength(10)
  expect(Math.max(...shown.map((field) => field.text.length))).toBeLessThanOrEqual(2000)
})
