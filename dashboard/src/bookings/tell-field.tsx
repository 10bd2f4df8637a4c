import { Link } from '@tanstack/react-router'
import { useMail, useSession } from '../api/own-queries.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { receiversOf } from '../endpoints/receivers.ts'
import { Select } from '../ui/field.tsx'

/** Who can be told of a booking; undefined until it is known. */
export function useReceivers() {
  const endpoints = useEndpoints().data?.endpoints
  const hasMail = useMail().data?.available
  const email = useSession().data?.email
  if (endpoints === undefined || hasMail === undefined) return undefined
  return { endpoints, email, ...receiversOf(endpoints, hasMail ? email : undefined) }
}

interface TellFieldProps {
  receivers: NonNullable<ReturnType<typeof useReceivers>>
  value: string
  /** Choices before the others, with their words. */
  first?: Readonly<Record<string, string>>
  hint?: string
  onChoose: (via: string) => void
}

const NONE = {}

export function TellField({ receivers, value, first = NONE, hint, onChoose }: TellFieldProps) {
  const { choices, labels } = receivers
  const words = { ...first, ...labels }
  const offered = [...Object.keys(first), ...choices]
  return (
    <Select
      label="Notify me by"
      wide
      value={value}
      required
      disabled={offered.length === 0}
      hint={
        choices.length === 0 ? (
          <>
            There is nobody to tell yet.{' '}
            <Link to="/notifications">Add a webhook, a Slack channel or a mailbox</Link> first.
          </>
        ) : (
          hint
        )
      }
      onChange={({ target }) => onChoose(target.value)}
    >
      {offered.map((choice) => (
        <option key={choice} value={choice}>
          {words[choice]}
        </option>
      ))}
    </Select>
  )
}
