/** What requests to a source are made for. The operator's spending lists them by name. */
export interface Purpose {
  name: string
  /** Whether somebody waits for the answer. What nobody waits for leaves the reserve of a source's budget alone. */
  isWaitedFor: boolean
}

const waited = (name: string): Purpose => ({ name, isWaitedFor: true })
const unwaited = (name: string): Purpose => ({ name, isWaitedFor: false })

export const PURPOSES = {
  watch: unwaited('watch'),
  schedule: unwaited('schedule'),
  job: unwaited('job'),
  directory: unwaited('directory'),
  /** The ids of a hotel, for a call or for a job. */
  ids: waited('ids'),
  idsOfJob: unwaited('ids'),
  /** Whether a hotel exists that something is created for. */
  hotel: waited('hotel'),
  /** Where a place is. */
  place: waited('place'),
  /** The operator's test of a source. */
  check: waited('check'),
  /** Calls that do not say what they are for. */
  other: waited('other'),
} as const

/** A call of the API, by the name on its usage line. */
export function purposeOfCall(usage: string): Purpose {
  return waited(usage)
}
