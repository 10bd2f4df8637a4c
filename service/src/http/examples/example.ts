export interface ExampleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /v1. `{job}` stands for the latest job, `{watch}` for the latest watch, `{event}` for its event, `{endpoint}` for the latest endpoint. */
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

/** What the placeholders in paths stand for. */
export type LatestIds = Record<'job' | 'watch' | 'event' | 'endpoint', string>

export function withIds(path: string, latest: LatestIds): string {
  return path.replaceAll(/\{(job|watch|event|endpoint)\}/g, (_, name: keyof LatestIds) => latest[name])
}
