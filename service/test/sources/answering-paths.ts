import type { Http, HttpAnswer, HttpRequest } from '../../src/sources/source.ts'

export type Said = Partial<HttpAnswer> & { json?: unknown }

/** Answers each path with what the test says, and keeps the requests. */
export function vendor(answers: Record<string, Said>): { http: Http; requests: HttpRequest[] } {
  const requests: HttpRequest[] = []
  const http: Http = (request) => {
    requests.push(request)
    const { status = 200, headers = {}, json, body } = answers[request.path] ?? { status: 500 }
    return Promise.resolve({
      status,
      headers,
      body: body ?? (json === undefined ? '' : JSON.stringify(json)),
    })
  }
  return { http, requests }
}
