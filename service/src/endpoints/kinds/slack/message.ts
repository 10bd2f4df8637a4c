import { pageOf, readEvent, sentenceOf, wordsOf } from '../../words.ts'

/** Slack shows at most ten fields in a section, and refuses longer texts. */
const MOST_FIELDS = 10
const TEXT_LENGTH = 2900
const FIELD_LENGTH = 1900

/** The message of an event. `text` is what notifications show. */
export function slackMessage(body: Buffer, publicUrl: string): object {
  const event = readEvent(body)
  const words = wordsOf(event)
  const fields = words.facts.slice(0, MOST_FIELDS).map(([label, value]) => ({
    type: 'mrkdwn',
    text: cut(`*${plain(label)}*\n${plain(value)}`, FIELD_LENGTH),
  }))
  const page = pageOf(event)
  const link = page && publicUrl !== '' ? { ...page, url: `${publicUrl}${page.path}` } : null
  return {
    text: cut(plain(sentenceOf(words)), TEXT_LENGTH),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: cut(`*${plain(words.subject)}*\n${plain(words.what)}`, TEXT_LENGTH) },
      },
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: [
              ...(link === null ? [] : [`<${link.url}|${link.label}>`]),
              plain(event.type),
              event.id,
            ].join('  ·  '),
          },
        ],
      },
    ],
  }
}

/** Only these three letters have a meaning for Slack that must be avoided. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
