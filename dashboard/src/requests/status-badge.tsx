import { inWords } from '../ui/format.ts'

/** The status of an answer, in colour and in words. */
export function StatusBadge({ status, error }: { status: number; error: string | null }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'
  return (
    <span className={`badge ${tone}`}>
      {status}
      {error !== null && ` ${inWords(error)}`}
    </span>
  )
}
