import { Moment } from '../ui/moment.tsx'

const REASONS: Readonly<Record<string, string>> = {
  disabled: 'Switched off by the operator.',
  not_configured: 'Its settings are not complete.',
  credentials_refused: 'It refuses the credentials of this server.',
  unavailable: 'It answers with errors, or cannot be reached.',
  unreadable: 'Its answers cannot be read.',
  no_answer: 'It does not answer in time.',
}

/** Why a source is not up, and since when, as all processes of the server saw it. */
export function SourceReason({ reason, since }: { reason: string | null; since: string | null }) {
  if (reason === null) return null
  return (
    <span className="under">
      {REASONS[reason] ?? reason}
      {since !== null && (
        <>
          {' '}
          Since <Moment at={since} />.
        </>
      )}
    </span>
  )
}
