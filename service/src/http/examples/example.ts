export interface ExampleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /v1. `{job}`, `{watch}`, `{set}` and so on stand for the id of the latest one, `{event}` for an event of the watch. */
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
