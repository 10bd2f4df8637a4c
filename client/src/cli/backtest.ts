import { type Command, Option } from 'commander'
import type { Client } from '../client.ts'
import type { BacktestEvent } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { currency, integer, moment, nights } from './arguments.ts'
import { CONDITIONS, withCondition } from './conditions.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import { merged } from './jobs.ts'
import { type PriceOptions, withExamples, withParty, withPrice } from './options.ts'
import { type StayWords, withHotel } from './rates.ts'
import type { Shell } from './shell.ts'
import { type WatchOptions, watchOf } from './watch-terms.ts'
import { dayOf, money, number, plural, shortMoment, statusCell } from './words.ts'

type BacktestOptions = PriceOptions & WatchOptions & { since?: string; until?: string }

/** `vacancy watch backtest`: the events that a watch would have sent. */
export function addBacktest(watch: Command, shell: Shell): void {
  const backtest = withHotel(watch.command('backtest'), 'nights', 'a check-in date, or FROM..TO, also past')
    .description('show the events that a watch would have sent')
    .addOption(
      new Option('--when <condition>', 'when to send an event')
        .choices([...CONDITIONS])
        .makeOptionMandatory(),
    )
    .option('--since <time>', 'when the watch begins, such as 2026-11-01', moment)
    .option('--until <time>', 'when it ends (default now)', moment)
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
    .option('--award', 'points instead of cash')
    .option('--currency <code>', "the hotel's own by default, where it is known, else USD", currency)
    .action(async (...[first, second, third, options]: StayWords<BacktestOptions>) => {
      const { hotel, when: range } = hotelAndWhen([first, second, third], nights)
      const { since, until, maxCredits } = options
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        ...watchOf(range, options),
        since,
        until,
        max_credits: maxCredits,
      })
      await ask(shell, merged(watch, options), {
        ask: async (client) => client.backtestWatch(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.backtestWatch(await input(client), { signal: shell.signal }),
        show: ({ events, observations }) =>
          `${eventsTable(shell, events)}\n${plural(events.length, 'event')} from ${plural(observations, 'observation')}\n`,
      })
    })
  withExamples(
    withPrice(withParty(withCondition(backtest))),
    ['watch backtest aurelia NEWAU +30d..+36d --when available --since -14d', 0.175],
    ['watch backtest aurelia NEWAU +30d --when rebook --paid 180 --min-saving 5', 0.025],
  )
}

function eventsTable(shell: Shell, events: readonly BacktestEvent[]): string {
  if (events.length === 0) return 'The watch would have sent nothing.\n'
  return shell.table(
    [
      { title: 'When', value: ({ created_at }) => shortMoment(created_at) },
      { title: 'Event', value: ({ type }) => type },
      { title: 'Night', value: ({ night }) => (night ? dayOf(night) : '') },
      {
        title: 'Status',
        value: ({ current }) => (current ? statusCell(current.status, current.min_los) : ''),
      },
      {
        title: 'after tax',
        align: 'right',
        value: ({ current }) =>
          money(current?.lowest_bar_after_tax ?? current?.lowest_bar, current?.currency ?? 'USD'),
      },
      { title: '', value: ({ current }) => current?.currency ?? '' },
      { title: 'points', align: 'right', value: ({ current }) => number(current?.lowest_points) },
    ],
    events,
  )
}
