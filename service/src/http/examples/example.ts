export interface ExampleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /v1. `{job}` stands for the latest job, `{watch}` for the latest watch, `{event}` for its event. */
  path: string
  body?: Record<string, unknown>
}

export interface AnswerExample {
  /** Of the example in the document, and of its file. */
  name: string
  operationId: string
  summary: string
  call: ExampleCall
  /** Where the answer is a long list: which one, and how many of its first entries are shown. */
  shown?: { list: string; entries: number }
}
