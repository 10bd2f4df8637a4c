/** A deliberate defect, and the test that must notice it. */
export interface Change {
  name: string
  file: string
  /** Must occur exactly once. */
  find: string
  replace: string
  caughtBy: { file: string; test: string }
}
