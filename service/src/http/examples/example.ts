export interface ExampleCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /v1. `{job}`, `{watch}`, `{booking}`, `{set}` and so on stand for the id of the latest one, `{event}` for an event of the watch, `{token}` for that of the feed. */
  path: string
  body?: Record<string, unknown>
}

export interface AnswerExample {
  /** The name in the document and of the file. */
  name: string
  operationId: string
  summary: string
  call: ExampleCall
  /** For a long list: its field, and how many entries to show. */
  shown?: { list: string; entries: number }
}
