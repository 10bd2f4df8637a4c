import { expect, test } from 'vitest'
import { quoted } from '../../src/sources/families/http-answer.ts'

test.each([
  ['Too  many\nrequests', 'Too many requests'],
  ['', 'without a text'],
  ['<html><title> 502 Bad Gateway </title></html>', 'a page "502 Bad Gateway"'],
  ['<h1>Developer Over Qps</h1>', 'a page "Developer Over Qps"'],
  ['<html><body>down</body></html>', 'a page without a title'],
  [
    '{"type":"invalid_input","message":"An invalid request was sent.","errors":[{"type":"checkin.required","message":"Checkin is required.","fields":[{"name":"checkin","type":"querystring"}]}]}',
    'invalid_input: An invalid request was sent.: checkin.required: Checkin is required.: querystring',
  ],
  ['{"status":500}', '{"status":500}'],
  ['x'.repeat(1000), 'x'.repeat(300)],
])('the text %j is told as %j', (body, told) => {
  expect(quoted(body)).toBe(told)
})
