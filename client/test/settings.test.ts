import { expect, test } from 'vitest'
import { createClient } from '../src/client.ts'

const baseUrl = 'https://rates.example.com'

test.each([
  ['127.0.0.1:8080', 'is not the address of a service'],
  ['localhost:8080', 'is not the address of a service'],
  ['', 'an empty text is not the address of a service'],
  ['ftp://rates.example.com', 'is not the address of a service'],
  ['https://me:secret@rates.example.com', 'Leave out the user name'],
  ['https://rates.example.com?a=b', 'Leave out the user name, the query'],
])('the address %j is refused at once', (address, words) => {
  expect(() => createClient({ baseUrl: address, apiKey: 'vk_test' })).toThrow(words)
})

test('a key that no header could carry is refused at once', () => {
  expect(() => createClient({ baseUrl, apiKey: 'vk_test\n' })).toThrow('apiKey: A key has no spaces')
})

test('a redirect that a browser hides is reported as one and not retried', async () => {
  let asked = 0
  const hidden = createClient({
    baseUrl,
    apiKey: 'vk_test',
    fetch: async (_url, { redirect }) => {
      asked += 1
      const made = Response.error()
      return Object.defineProperty(made, 'type', {
        value: redirect === 'manual' ? 'opaqueredirect' : 'error',
      })
    },
  })
  await expect(hidden.getUsage()).rejects.toMatchObject({
    code: 'unexpected_answer',
    status: null,
    message: `${baseUrl} answered with a redirect. Redirects are not followed. Check the base address.`,
  })
  expect(asked).toBe(1)
})
