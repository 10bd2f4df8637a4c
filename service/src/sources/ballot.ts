/** The newest outcome of each voter within the last `windowMs`. */
export interface Ballot {
  vote(voter: string, failed: boolean): void
  /** Whether at least half of the voters failed last: of at least `voters` in all, and at least `failing` of them. */
  isLost(minimum: { voters: number; failing: number }): boolean
  voters(): IterableIterator<string>
  clear(): void
}

/** Keeps a ballot small when somebody keeps asking for new hotels. */
const MAX_VOTERS = 200

export function createBallot(now: () => number, windowMs: number): Ballot {
  // Voting again moves a voter to the end, so the oldest votes come first.
  const votes = new Map<string, { at: number; failed: boolean }>()
  let failures = 0

  const remove = (voter: string): void => {
    if (votes.get(voter)?.failed) failures -= 1
    votes.delete(voter)
  }

  const forgetOld = (): void => {
    for (const [voter, { at }] of votes) {
      if (now() - at < windowMs && votes.size <= MAX_VOTERS) return
      remove(voter)
    }
  }

  return {
    vote(voter, failed) {
      remove(voter)
      votes.set(voter, { at: now(), failed })
      if (failed) failures += 1
      forgetOld()
    },
    isLost({ voters, failing }) {
      forgetOld()
      return votes.size >= voters && failures >= failing && failures * 2 >= votes.size
    },
    voters() {
      forgetOld()
      return votes.keys()
    },
    clear() {
      votes.clear()
      failures = 0
    },
  }
}
